// Loaded before the first paint, so that a dark page never flashes white and the reading app's site never shows the other name.
// A file of its own: no inline script is needed.
(() => {
	// A host whose name holds this word serves the site of the reading app.
	const readerWord = "reader";
	const page = document.documentElement.dataset;
	let choice = null;
	try {
		choice = localStorage.getItem("timbre:theme");
	} catch {}
	const dark = choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
	page.theme = dark ? "dark" : "light";
	page.site = location.hostname.includes(readerWord) ? "reader" : "main";
})();
