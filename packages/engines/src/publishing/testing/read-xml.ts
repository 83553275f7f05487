export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/** Reads what our writers write, and throws where an XML parser would. */
export function readXml(source: string): Element {
	const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n(<!DOCTYPE html>\n)?/, "");
	if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(body)) throw new RangeError("a character");
	const root: Element = { name: "", attributes: {}, children: [], text: "" };
	const open = [root];
	const token = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
	let end = 0;
	for (let found = token.exec(body); found; found = token.exec(body)) {
		end = token.lastIndex;
		const [, closes, name = "", attributes = "", empty, text] = found;
		const parent = open.at(-1) as Element;
		if (text !== undefined) parent.text += plainText(text);
		else if (closes) {
			if (parent.name !== name) throw new RangeError(`</${name}> in <${parent.name}>`);
			open.pop();
			(open.at(-1) as Element).text += parent.text;
		} else {
			const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
				key,
				plainText(value),
			]);
			if (new Set(pairs.map(([key]) => key)).size < pairs.length)
				throw new RangeError(`an attribute twice in ${found[0]}`);
			const element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
			parent.children.push(element);
			if (!empty) open.push(element);
		}
	}
	if (end !== body.length || open.length !== 1 || root.children.length !== 1) throw new RangeError(`no XML at ${end}`);
	return root.children[0] as Element;
}

export function elements(root: Element, name: string): Element[] {
	return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elements(child, name)]);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function plainText(text: string): string {
	if (/&(?!(amp|lt|gt|quot);)/.test(text)) throw new RangeError(`an ampersand in ${text}`);
	return text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? "");
}
