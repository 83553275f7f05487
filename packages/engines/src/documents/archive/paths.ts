/** The path in an archive that a link in `from` leads to. Nothing leads out of the archive. */
export function resolvePath(from: string, href: string): string {
	const [path = ""] = href.split("#");
	const parts = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
	for (const part of decode(path).replaceAll("\\", "/").split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return parts.join("/");
}

export const fragmentOf = (href: string) => (href.includes("#") ? decode(href.slice(href.indexOf("#") + 1)) : "");

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
