"""Pages as trees: a page says what stands on it, and the layout finds the places.

    class HelloPage(TreePage):
        def __init__(self, app: App) -> None:
            super().__init__(app)
            self.rebuild()

        def tree(self) -> Node:
            self.name = field(self.app.settings.called, self._call).named("name")
            return column(
                heading(_("Hello")),
                form(row(label(_("Your name")), self.name.grow())),
                label(_("Others see this name."), wrap=True),
                row(button(_("Back"), self.app.pop, icon="arrow-left"), space()),
            )

`branches` has rows, columns and what else holds others; `leaves` has texts, controls and pictures; `nodes` has what all
of them can do, `measure` the sizes of texts, and `tree_page` the base of pages; `build_in` of `leaves` builds a tree in
part of a screen that is no page. Nothing exists before the page is built: `leaf.made` is the control then, and
`leaf.then(function)` calls a function with it.

Each node has a least and a natural size. Free room goes to nodes that `grow()`, and what is lacking is taken from those
whose least size is smaller. `fitting` takes the first of several trees whose natural width fits, so a page changes its
shape where its texts need it, in every language and size. A page that is still too high is scrolled.

Call `rebuild()` when the content has changed, never for each frame. Controls keep the focus, and what a player has
typed or scrolled, by their `named("…")`. A text that is set later reserves its room: `label("", lines=2, room=200)`.
"""
