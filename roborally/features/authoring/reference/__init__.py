"""The plugin reference, made from manifests, code and registrations."""
