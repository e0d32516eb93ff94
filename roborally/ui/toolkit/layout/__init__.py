"""Lays out pages: a page returns its content as a tree of nodes, and the layout finds the place of each node.

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

`branches` has rows, columns and other nodes with children; `leaves` has texts, controls and pictures; `nodes` has their
base classes, `tree_page` the base class of pages. `build_in` of `leaves` builds a tree in part of any other screen.
A control exists only after the page has been built: then `leaf.made` is the control. `leaf.then(function)` calls a
function with it at that time.

Each node has a least and a natural size. If there is more room than needed, nodes with `grow()` get it; if there is
less, nodes shrink down to their least sizes. `fitting` takes the first of several trees whose natural width fits, so
that a page can have another shape where its texts are long. A page that is still too high is scrolled.

Call `rebuild()` when the content has changed, never for each frame. Controls keep the focus, and what a player has
typed or scrolled, by their `named("…")`. A text that is set later reserves its room: `label("", lines=2, room=200)`.
"""
