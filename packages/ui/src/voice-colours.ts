/** Every voice has two hues of its own, made from its id: the same on every machine, on every day. */
export type VoiceColours = { from: string; to: string };

// A colour between these luminances has 3:1 against the surfaces of both themes, so one pair serves both.
const lightness = 0.585;
const chroma = 0.17;

export function voiceColours(voiceId: string): VoiceColours {
	const seed = hash(voiceId);
	const place = (seed % 3000) / 10;
	const turn = 30 + ((seed >>> 12) % 400) / 10;
	// Away from the gap, so that the way from one hue to the other does not lead through it.
	const other = place < warmEnd ? place - turn : place + turn;
	return { from: oklchHex(lightness, chroma, hueAt(place)), to: oklchHex(lightness, chroma, hueAt(other)) };
}

// Yellow is left out: at the lightness that both themes can bear it is olive.
const warmEnd = 70;
const gap = 60;

function hueAt(place: number): number {
	const around = (place + 360 - gap) % (360 - gap);
	return around < warmEnd ? around : around + gap;
}

// FNV-1a with a final mix, since ids that differ in one letter should not get neighbouring hues.
function hash(text: string): number {
	let h = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
	h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
	return (h ^ (h >>> 16)) >>> 0;
}

// Chroma is lowered until the colour exists in sRGB: clipping the channels instead would shift hue and contrast.
function oklchHex(l: number, c: number, hue: number): string {
	for (let tried = c; tried > 0; tried -= 0.005) {
		const rgb = oklchToLinear(l, tried, hue);
		if (rgb.every((channel) => channel >= 0 && channel <= 1)) return toHex(rgb);
	}
	return toHex(oklchToLinear(l, 0, hue));
}

function oklchToLinear(l: number, c: number, hue: number): number[] {
	const angle = (hue * Math.PI) / 180;
	const a = c * Math.cos(angle);
	const b = c * Math.sin(angle);
	const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
		-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
		-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
	];
}

function toHex(linear: number[]): string {
	const channels = linear.map((value) => {
		const clamped = Math.min(1, Math.max(0, value));
		const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
		return Math.round(encoded * 255)
			.toString(16)
			.padStart(2, "0");
	});
	return `#${channels.join("")}`;
}
