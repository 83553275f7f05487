/** Two hues derived from the voice id, always the same for a voice. */
export type VoiceColors = { from: string; to: string };

// At this lightness a color has a contrast of 3:1 on the surfaces of both themes, so one pair works for both.
const lightness = 0.585;
const chroma = 0.17;

export function voiceColors(voiceId: string): VoiceColors {
	const seed = hash(voiceId);
	const position = (seed % 3000) / 10;
	const rotation = 30 + ((seed >>> 12) % 400) / 10;
	// Away from the gap, so the gradient between the hues does not cross it.
	const other = position < warmEnd ? position - rotation : position + rotation;
	return { from: oklchHex(lightness, chroma, hueAt(position)), to: oklchHex(lightness, chroma, hueAt(other)) };
}

// No yellow: at this lightness it looks olive.
const warmEnd = 70;
const gap = 60;

function hueAt(position: number): number {
	const around = (position + 360 - gap) % (360 - gap);
	return around < warmEnd ? around : around + gap;
}

// FNV-1a with a final mix, so similar ids don't get similar hues.
function hash(text: string): number {
	let h = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
	h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
	return (h ^ (h >>> 16)) >>> 0;
}

// Reduce chroma until the color is in sRGB; clipping the channels would shift hue and contrast.
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
