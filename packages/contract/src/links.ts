/** An http(s) URL with a host and without credentials. */
export function isLink(text: string): boolean {
	if (text !== text.trim() || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
	const { username, password, hostname } = new URL(text);
	return username === "" && password === "" && hostname !== "";
}

/** A valid link that uses https. */
export function isHttpsLink(text: string): boolean {
	return isLink(text) && new URL(text).protocol === "https:";
}
