// Run inside the page by Playwright, so each function stands alone: no imports, nothing from around it.

/** Everything that does not fit: a page that scrolls sideways, text that is cut off, spills out of its box or leaves the page. */
export function findMisfits(): string[] {
	const found = new Set<string>();
	const page = document.documentElement;
	const styles = new Map<Element, CSSStyleDeclaration>();
	const styleOf = (element: Element) => {
		const known = styles.get(element) ?? getComputedStyle(element);
		styles.set(element, known);
		return known;
	};
	const nameOf = (element: Element) => {
		const id = element.id ? `#${element.id}` : "";
		const names = [...element.classList].slice(0, 3).map((name) => `.${name}`);
		return `<${element.tagName.toLowerCase()}${id}${names.join("")}>`;
	};
	const quote = (text: string) => `"${text.replace(/\s+/g, " ").trim().slice(0, 60)}"`;
	const report = (what: string, element: Element, text: string) =>
		found.add(`${what}: ${nameOf(element)} ${quote(text)}`);
	const hidden = (style: CSSStyleDeclaration, box: DOMRect) =>
		box.width <= 2 ||
		box.height <= 2 ||
		style.clipPath.startsWith("inset(50%") ||
		style.clip === "rect(0px, 0px, 0px, 0px)";
	const moves = (style: CSSStyleDeclaration) =>
		style.position === "absolute" ||
		style.position === "fixed" ||
		style.transform !== "none" ||
		style.translate !== "none";

	if (page.scrollWidth > page.clientWidth) {
		const widest = [...document.body.querySelectorAll("*")]
			.filter((element) => element.getBoundingClientRect().right > page.clientWidth + 1)
			.slice(0, 3)
			.map(nameOf);
		found.add(
			`the page scrolls sideways by ${page.scrollWidth - page.clientWidth} px, because of ${widest.join(", ")}`,
		);
	}

	const end = document.body.getBoundingClientRect().bottom + scrollY;
	if (page.scrollHeight > Math.max(end, innerHeight) + 2)
		found.add(`the page scrolls ${Math.round(page.scrollHeight - end)} px past its end`);

	/** Whether the whole of a text cut by an ellipsis can be had: by a title, or by the name of the control it is in. */
	const toldElsewhere = (element: Element, text: string) => {
		const whole = text.replace(/\s+/g, " ").trim();
		for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
			const told = [at.getAttribute("title"), at.getAttribute("aria-label")].join(" ");
			if (told.includes(whole)) return true;
		}
		return false;
	};

	const check = (node: Text) => {
		const element = node.parentElement;
		if (!element || /^(script|style|noscript|template|option|title|desc)$/i.test(element.tagName)) return;
		if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
			return;
		const range = document.createRange();
		range.selectNodeContents(node);
		const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
		if (rects.length === 0) return;
		const text = node.data;
		const left = Math.min(...rects.map((rect) => rect.left));
		const right = Math.max(...rects.map((rect) => rect.right));

		let block: Element = element;
		while (/^(inline|contents)$/.test(styleOf(block).display) && block.parentElement) block = block.parentElement;
		const blockBox = block.getBoundingClientRect();
		const outside = (rect: DOMRect) => rect.right > blockBox.right + 2 || rect.left < blockBox.left - 2;
		// Asked again word by word: a space at the end of a wrapped line may hang out and takes nothing away.
		const spills =
			rects.some(outside) &&
			[...node.data.matchAll(/\S+/g)].some((word) => {
				range.setStart(node, word.index);
				range.setEnd(node, word.index + word[0].length);
				return [...range.getClientRects()].some(outside);
			});

		let freeX = false;
		let freeY = false;
		let moved = false;
		let clippedX = false;
		let waitsForPositioned = false;
		for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
			const style = styleOf(at);
			const box = at.getBoundingClientRect();
			if (waitsForPositioned && style.position === "static" && style.transform === "none") continue;
			waitsForPositioned = style.position === "absolute";
			moved ||= moves(style);
			const clips =
				/hidden|clip|auto|scroll/.test(`${style.overflowX} ${style.overflowY}`) ||
				style.clipPath !== "none" ||
				style.clip !== "auto";
			if (clips && !/^(inline|contents)$/.test(style.display) && at !== document.body) {
				if (hidden(style, box)) return;
				if (/auto|scroll/.test(style.overflowX)) freeX = true;
				if (/auto|scroll/.test(style.overflowY)) freeY = true;
				const cutX = !freeX && /hidden|clip/.test(style.overflowX) && (right > box.right + 1 || left < box.left - 1);
				const cutY =
					!freeY &&
					/hidden|clip/.test(style.overflowY) &&
					rects.some((rect) => {
						const seen = Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top);
						return seen < rect.height * 0.65;
					});
				if (cutX || cutY) {
					// What is cut here does not reach the boxes further out.
					clippedX = true;
					freeX = true;
					freeY = true;
					const shortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
					if (!shortened) report("text is cut off", at, text);
					else if (!toldElsewhere(element, text)) report("text is shortened and nothing tells the whole", at, text);
				}
			}
			if (style.position === "fixed") break;
		}
		if (freeX || clippedX) return;
		if (right > page.clientWidth + 1 || left < -1) {
			const wholly = left >= page.clientWidth || right <= 0;
			if (!(wholly && moved)) report("text leaves the page", element, text);
		} else if (spills) report("text spills out of its box", block, text);
	};

	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode())
		if (/\S/.test((node as Text).data)) check(node as Text);

	const pencil = document.createElement("canvas").getContext("2d");
	for (const input of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
		if (!pencil || input.value !== "" || !input.checkVisibility({ visibilityProperty: true })) continue;
		const style = styleOf(input);
		pencil.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
		const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
		if (pencil.measureText(input.placeholder).width > room + 1)
			report("a placeholder is cut off", input, input.placeholder);
	}
	return [...found];
}

/** How many of the words that stand in the page now were in the HTML as it came from the server, before any script ran. */
export async function wordsWithoutScripts(): Promise<{ words: number; missing: string[] }> {
	const wordsOf = (root: Document) => {
		const counts = new Map<string, number>();
		const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (node.parentElement?.closest("script, style, noscript, template")) continue;
			// Scripts without spaces between words are counted by the letter.
			for (const word of (node as Text).data
				.toLowerCase()
				.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [])
				counts.set(word, (counts.get(word) ?? 0) + 1);
		}
		return counts;
	};
	const html = await (await fetch(location.href)).text();
	const before = wordsOf(new DOMParser().parseFromString(html, "text/html"));
	const now = wordsOf(document);
	let words = 0;
	const missing: string[] = [];
	for (const [word, count] of now) {
		words += count;
		for (let lost = before.get(word) ?? 0; lost < count; lost++) missing.push(word);
	}
	return { words, missing };
}

/** What a search engine and a crawler read in a page's HTML. */
export function readPage(html: string): {
	titles: string[];
	description: string;
	canonical: string;
	headings: string[];
	lang: string;
	links: string[];
	anchors: string[];
} {
	const root = new DOMParser().parseFromString(html, "text/html");
	const content = (selector: string, name: string) => root.querySelector(selector)?.getAttribute(name)?.trim() ?? "";
	return {
		titles: [...root.head.querySelectorAll("title")].map((title) => title.textContent?.trim() ?? ""),
		description: content('meta[name="description"]', "content"),
		canonical: content('link[rel="canonical"]', "href"),
		headings: [...root.querySelectorAll("h1")].map((heading) => heading.textContent?.trim() ?? ""),
		lang: root.documentElement.lang,
		links: [...root.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
		anchors: [...root.querySelectorAll("[id]")].map((element) => element.id),
	};
}

/** Gives everything in the page's main part that a press of Tab must come to a mark, and tells them. */
export function markFocusable(): { mark: string; name: string }[] {
	const main = document.querySelector("main") ?? document.body;
	const candidates = main.querySelectorAll<HTMLElement>(
		"a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])",
	);
	const wanted: { mark: string; name: string }[] = [];
	for (const element of candidates) {
		// Of a group of choices Tab comes to one; arrows lead to the others.
		const isOneOfMany = element.matches("[role=radio], [role=tab], [type=radio]") && element.tabIndex < 0;
		// A group that is a stop itself hands the focus on to one of its choices.
		const isGroup = element.matches("[role=tablist], [role=radiogroup]");
		const isOff = element.matches(":disabled, [inert] *, [aria-hidden=true], [aria-hidden=true] *");
		if (
			isOneOfMany ||
			isGroup ||
			isOff ||
			element.tabIndex < 0 ||
			!element.checkVisibility({ visibilityProperty: true })
		)
			continue;
		if (element.matches("[type=radio]:not(:checked)")) continue;
		// The end of a list that fetches more as one comes near: it moves on before the focus gets there.
		if (element.closest("[data-moves-on]")) continue;
		const mark = String(wanted.length);
		element.dataset.tabStop = mark;
		const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
		wanted.push({ mark, name: `<${element.localName}> ${words.trim().slice(0, 60)}` });
	}
	return wanted;
}

/** What has the focus now, and whether anything about it looks different for that. */
export function meetFocus(): { mark: string | undefined; seen: boolean; name: string } {
	const element = document.activeElement;
	if (!(element instanceof HTMLElement) || element === document.body) return { mark: undefined, seen: true, name: "" };
	const looks = () =>
		[element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
			.filter((one) => one !== null && one !== undefined)
			.map((one) => {
				const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
				return `${outlineStyle} ${outlineWidth} ${boxShadow} ${borderColor}`;
			})
			.join("|");
	const focused = looks();
	element.blur();
	const plain = looks();
	element.focus({ preventScroll: true });
	const name = `<${element.localName}> ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 60)}`;
	return { mark: element.dataset.tabStop, seen: focused !== plain, name };
}
