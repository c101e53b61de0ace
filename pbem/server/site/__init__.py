"""Pages for everybody: static HTML of what an observer may see, written into a folder and kept fresh."""
