"""Makes the plugin reference in Markdown from manifests, code and registrations (`roborally plugin docs`)."""
