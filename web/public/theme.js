// Loaded before the first paint, so that a dark page never flashes white, the reading app's site never shows the other name,
// and signed-in visitors are never offered an account.
// A file of its own: no inline script is needed.
(() => {
	// A host whose name holds this word serves the site of the reading app.
	const readerWord = "reader";
	const page = document.documentElement.dataset;
	let choice = null;
	let session = null;
	try {
		choice = localStorage.getItem("timbre:theme");
		session = localStorage.getItem("timbre:signed-in");
	} catch {}
	const dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
	page.theme = dark ? "dark" : "light";
	page.session = session === null ? "out" : "in";
	page.site = location.hostname.includes(readerWord) ? "reader" : "main";
})();
