// The script of the page: it asks for what has changed once a second while the page can be seen.
export {};
