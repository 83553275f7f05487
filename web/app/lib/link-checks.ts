/** An address of the web that names a host: with a scheme, without a name and password in it. */
export function isLink(text: string): boolean {
	if (text !== text.trim() || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
	const { username, password, hostname } = new URL(text);
	return username === "" && password === "" && hostname !== "";
}

/** A link whose way there cannot be read or changed by others. */
export function isHttpsLink(text: string): boolean {
	return isLink(text) && new URL(text).protocol === "https:";
}
