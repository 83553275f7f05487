// npm run og:images: draws the link preview image of each public page with Chromium, in web/public/og.
// Headlines are read from the built pages (run npm run build first). Needs fonts for all scripts: fonts-noto-core and
// fonts-noto-cjk on Debian.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { voiceColors } from "../packages/ui/src/voice-colors.ts";
import clips from "../web/app/features/marketing/landing/content/audio.generated.json" with { type: "json" };
import { landingPage } from "../web/app/features/marketing/landing/model/entries.ts";
import { ogImage } from "../web/app/features/marketing/model/og-image.ts";
import { sitePaths } from "../web/app/features/marketing/model/site-paths.ts";
import { ROOT } from "./generated.ts";
import { openDrawingPage } from "./picture/chromium.ts";
import { reduceColors } from "./picture/png.ts";

const size = { width: 1200, height: 630 };
const maxBytes = 40_000;
const maxColors = 96;
const bars = 96;

// --only /use-cases draws only those pages (it can be repeated); --pages is the folder of the built pages.
const { values } = parseArgs({
	options: {
		only: { type: "string", multiple: true, default: [] },
		pages: { type: "string", default: join(ROOT, "web/build/client") },
	},
});

type Card = { file: string; title: string; label: string; lang: string; dir: string; peaks: number[]; voiceId: string };

async function cardOf(path: string): Promise<Card> {
	const slug = /^\/text-to-speech\/(.+)$/.exec(path)?.[1];
	const page = slug ? landingPage(slug) : undefined;
	if (slug && page) {
		const clip = clips.find((known) => known.slug === slug);
		if (!clip) throw new Error(`${slug} has no audio: run npm run landing:audio`);
		const { entry, lang, labels } = page;
		return {
			file: ogImage(path),
			title: entry.h1,
			label: page.kind === "language" ? `${labels.kind} · ${entry.name}` : entry.name,
			lang,
			dir: lang === "ar" ? "rtl" : "ltr",
			peaks: clip.peaks,
			voiceId: clip.voiceId,
		};
	}
	const html = await readFile(join(values.pages, path, "index.html"), "utf8");
	const headline = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1];
	if (!headline) throw new Error(`${path} has no headline`);
	// Any clip works, as long as a page always gets the same one.
	const clip = clips[[...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % clips.length];
	if (!clip) throw new Error("No audio: run npm run landing:audio");
	return {
		file: ogImage(path),
		title: plainText(headline),
		label: "Open text to speech",
		lang: "en",
		dir: "ltr",
		peaks: clip.peaks,
		voiceId: clip.voiceId,
	};
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

function plainText(html: string): string {
	return html
		.replace(/<!--.*?-->|<[^>]+>/gs, "")
		.replace(/&([#\w]+);/g, (all, name: string) => entities[name] ?? all)
		.trim();
}

async function stylesheet(): Promise<string> {
	const face = async (family: string, file: string, weight: string) => {
		const font = await readFile(join(ROOT, "node_modules", file));
		return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${font.toString("base64")})}`;
	};
	const serif = (subset: string) => `@fontsource/instrument-serif/files/instrument-serif-${subset}-400-normal.woff2`;
	return [
		await face("Display", serif("latin"), "400"),
		await face("Display Ext", serif("latin-ext"), "400"),
		await face("Text", "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", "100 900"),
		`*{margin:0;box-sizing:border-box}
		body{width:1200px;height:630px;background:#faf9f6;color:#1d1b18;padding:64px 72px 0;display:flex;flex-direction:column;overflow:hidden}
		.head{display:flex;align-items:center;gap:14px;font:600 30px/1 "Text","Noto Sans",sans-serif;direction:ltr}
		.head svg{width:40px;height:40px}
		.label{margin-left:auto;font-weight:400;font-size:26px;color:#645f57;font-family:"Text","Noto Sans","Noto Sans CJK SC",sans-serif}
		h1{flex:1;display:flex;align-items:center;font:400 88px/1.12 "Display","Display Ext","Noto Serif","Noto Serif Devanagari","Noto Serif Tamil","Noto Naskh Arabic","Noto Serif CJK SC",serif;letter-spacing:-.01em;text-wrap:balance}
		h1:lang(ja){font-family:"Display","Noto Serif CJK JP",serif;word-break:auto-phrase}
		h1:lang(ko){font-family:"Display","Noto Serif CJK KR",serif}
		h1:is(:lang(ar),:lang(hi),:lang(ta),:lang(ja),:lang(ko),:lang(zh)){line-height:1.4;letter-spacing:0}
		.wave{display:flex;align-items:center;justify-content:space-between;height:170px;margin-bottom:28px;direction:ltr}
		.wave i{width:6px;border-radius:3px}`,
	].join("\n");
}

const logo =
	'<svg viewBox="0 0 24 24" fill="none" stroke-width="2.4" stroke-linecap="round"><path stroke="#1d1b18" d="M3.5 10v4M9 4.5v15M20.5 10.5v3"/><path d="M14.75 7.5v9" stroke="#d1491a"/></svg>';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function body({ title, label, lang, dir, peaks, voiceId }: Card): string {
	const { from, to } = voiceColors(voiceId);
	const wave = Array.from({ length: bars }, (_, n) => {
		const peak = (peaks[Math.floor((n * peaks.length) / bars)] ?? 0) / 255;
		const share = Math.round((n / (bars - 1)) * 24) / 24;
		const height = Math.max(6, Math.round(peak * 85) * 2);
		return `<i style="height:${height}px;background:color-mix(in oklch,${to} ${share * 100}%,${from})"></i>`;
	}).join("");
	return `<div class="head">${logo}Timbre<span class="label" lang="${lang}" dir="${dir}">${escapeHtml(label)}</span></div><h1 lang="${lang}" dir="${dir}"><span>${escapeHtml(title.replaceAll("-", "\u2011"))}</span></h1><div class="wave">${wave}</div>`;
}

/** Sets the largest font size that fits three lines. */
const fit = `(async () => {
	await document.fonts.ready;
	const h1 = document.querySelector("h1");
	for (let px = 88; px > 40; px -= 4) {
		h1.style.fontSize = px + "px";
		if (h1.firstChild.offsetHeight <= 285 && h1.firstChild.scrollWidth <= 1056) break;
	}
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()`;

const page = await openDrawingPage(
	`<!doctype html><meta charset="utf-8"><style>${await stylesheet()}</style><body></body>`,
	size,
);
const isWanted = (path: string) => values.only.length === 0 || values.only.some((start) => path.startsWith(start));
const drawn = new Map<string, { file: string; title: string }>();
let total = 0;
for (const { path } of sitePaths) {
	if (drawn.has(ogImage(path)) || !isWanted(path)) continue;
	const card = await cardOf(path);
	drawn.set(card.file, { file: card.file, title: card.title });
	await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body(card))}`);
	await page.evaluate(fit);
	const picture = reduceColors(await page.screenshot(), maxColors);
	if (picture.length > maxBytes) throw new Error(`${card.file} has ${picture.length} bytes, more than ${maxBytes}`);
	const file = join(ROOT, "web/public", card.file);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, picture);
	total += picture.length;
	console.log(`${card.file}: ${picture.length} bytes, ${card.title}`);
}
await page.close();
const manifest = join(ROOT, "web/app/features/marketing/landing/content/og.generated.json");
const known = new Map<string, { file: string; title: string }>(
	JSON.parse(await readFile(manifest, "utf8")).map((card: { file: string; title: string }) => [card.file, card]),
);
const cards = [...new Set(sitePaths.map(({ path }) => ogImage(path)))].flatMap(
	(file) => drawn.get(file) ?? known.get(file) ?? [],
);
const folder = join(ROOT, "web/public/og");
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
	const file = join(entry.parentPath, entry.name);
	if (entry.isFile() && !cards.some((card) => join(ROOT, "web/public", card.file) === file)) await rm(file);
}
await writeFile(manifest, `[\n${cards.map((card) => `\t${JSON.stringify(card)}`).join(",\n")}\n]\n`);
console.log(`${drawn.size} images, ${total} bytes`);
