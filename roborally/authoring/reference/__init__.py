"""The reference of plugins, made from their manifests, their code and what they register."""
