# Completions of autobva: the program writes them itself, so that they are always those of its version.
autobva completions fish | source
