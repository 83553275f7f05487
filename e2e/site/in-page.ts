// Invariant: Playwright runs these functions inside the page, so each is self-contained, without imports or outer variables.

/** Finds layout errors: horizontal scrolling, and text that is clipped, overflows its box or leaves the page. */
export function findLayoutErrors(): string[] {
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
			`the page scrolls horizontally by ${page.scrollWidth - page.clientWidth} px, because of ${widest.join(", ")}`,
		);
	}

	const end = document.body.getBoundingClientRect().bottom + scrollY;
	if (page.scrollHeight > Math.max(end, innerHeight) + 2)
		found.add(`the page scrolls ${Math.round(page.scrollHeight - end)} px past its end`);

	/** Whether the full text of an ellipsis is available in a title or accessible name. */
	const isAvailableElsewhere = (element: Element, text: string) => {
		const fullText = text.replace(/\s+/g, " ").trim();
		for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
			const labels = [at.getAttribute("title"), at.getAttribute("aria-label")].join(" ");
			if (labels.includes(fullText)) return true;
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
		// Check word by word, because a trailing space may overflow harmlessly.
		const overflows =
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
					// Text clipped here cannot overflow outer boxes.
					clippedX = true;
					freeX = true;
					freeY = true;
					const shortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
					if (!shortened) report("text is clipped", at, text);
					else if (!isAvailableElsewhere(element, text))
						report("text is truncated and the full text is not available", at, text);
				}
			}
			if (style.position === "fixed") break;
		}
		if (freeX || clippedX) return;
		if (right > page.clientWidth + 1 || left < -1) {
			const fullyOutside = left >= page.clientWidth || right <= 0;
			if (!(fullyOutside && moved)) report("text leaves the page", element, text);
		} else if (overflows) report("text overflows its box", block, text);
	};

	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode())
		if (/\S/.test((node as Text).data)) check(node as Text);

	const canvas = document.createElement("canvas").getContext("2d");
	for (const input of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
		if (!canvas || input.value !== "" || !input.checkVisibility({ visibilityProperty: true })) continue;
		const style = styleOf(input);
		canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
		const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
		if (canvas.measureText(input.placeholder).width > room + 1)
			report("a placeholder is clipped", input, input.placeholder);
	}
	return [...found];
}

/** Compares the words in the page with those in the server's HTML, before any script ran. */
export async function wordsWithoutScripts(): Promise<{ words: number; missing: string[] }> {
	const wordsOf = (root: Document) => {
		const counts = new Map<string, number>();
		const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (node.parentElement?.closest("script, style, noscript, template")) continue;
			// Writing systems without spaces are counted by character.
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

/** The metadata, headings and links in a page's HTML. */
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

/** Marks and lists everything in `main` that Tab must reach. */
export function markFocusable(): { mark: string; name: string }[] {
	const main = document.querySelector("main") ?? document.body;
	const candidates = main.querySelectorAll<HTMLElement>(
		"a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])",
	);
	const wanted: { mark: string; name: string }[] = [];
	for (const element of candidates) {
		// Tab reaches only one option of a group; arrow keys reach the others.
		const isOneOfMany = element.matches("[role=radio], [role=tab], [type=radio]") && element.tabIndex < 0;
		// A focusable group moves the focus to one of its options.
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
		// The sentinel of an infinite list moves before the focus reaches it.
		if (element.closest("[data-moves-on]")) continue;
		const mark = String(wanted.length);
		element.dataset.tabStop = mark;
		const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
		wanted.push({ mark, name: `<${element.localName}> ${words.trim().slice(0, 60)}` });
	}
	return wanted;
}

/** The focused element, and whether its focus is visible. */
export function inspectFocus(): { mark: string | undefined; seen: boolean; name: string } {
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
