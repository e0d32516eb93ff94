"""For those who build courses: how a course plays, and what would make it play better."""
