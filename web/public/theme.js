// Loaded before the first paint, so that a dark page never flashes white. A file of its own: no inline script is needed.
(() => {
	let choice = null;
	try {
		choice = localStorage.getItem("timbre:theme");
	} catch {}
	const dark = choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
