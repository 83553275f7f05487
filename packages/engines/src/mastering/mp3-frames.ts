// Reads the frame headers of an MPEG audio layer III stream as it arrives. Frames are not decoded.

export type Mp3Facts = {
	frames: number;
	sampleRates: number[];
	/** Different bitrates in kbps, rising. One entry means a constant bitrate. */
	kbps: number[];
	channels: number[];
	/** Bytes that belong to no frame or tag. */
	strayBytes: number;
};

const v1Kbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const v2Kbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const v1Rates = [44_100, 48_000, 32_000];

export function createMp3Reader() {
	const kbps = new Set<number>();
	const sampleRates = new Set<number>();
	const channels = new Set<number>();
	let frames = 0;
	let strayBytes = 0;
	let skip = 0;
	let rest: Uint8Array = new Uint8Array(0);
	return {
		push(bytes: Uint8Array): void {
			const data = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
			let at = Math.min(skip, data.length);
			skip -= at;
			while (skip === 0 && at + 10 <= data.length) {
				const frame = frameAt(data, at);
				const length = frame?.bytes ?? tagBytes(data, at);
				if (frame) {
					frames++;
					kbps.add(frame.kbps);
					sampleRates.add(frame.sampleRate);
					channels.add(frame.channels);
				} else if (length === 1) strayBytes++;
				const next = at + length;
				at = Math.min(next, data.length);
				skip = next - at;
			}
			rest = data.slice(at);
		},
		finish: (): Mp3Facts => ({
			frames,
			strayBytes: strayBytes + rest.length,
			kbps: [...kbps].sort((one, other) => one - other),
			sampleRates: [...sampleRates],
			channels: [...channels],
		}),
	};
}

function frameAt(data: Uint8Array, at: number) {
	const [first = 0, second = 0, third = 0, fourth = 0] = data.subarray(at, at + 4);
	const version = (second >> 3) & 3;
	const layer = (second >> 1) & 3;
	if (first !== 0xff || second >> 5 !== 7 || version === 1 || layer !== 1) return undefined;
	const kbps = (version === 3 ? v1Kbps : v2Kbps)[third >> 4];
	const baseRate = v1Rates[(third >> 2) & 3];
	if (!kbps || !baseRate) return undefined;
	const sampleRate = baseRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
	const slots = version === 3 ? 144_000 : 72_000;
	const bytes = Math.floor((slots * kbps) / sampleRate) + ((third >> 1) & 1);
	return { kbps, sampleRate, bytes, channels: fourth >> 6 === 3 ? 1 : 2 };
}

/** Length of an ID3 tag, or one byte to skip. */
function tagBytes(data: Uint8Array, at: number): number {
	const name = String.fromCharCode(...data.subarray(at, at + 3));
	if (name === "TAG") return 128;
	if (name !== "ID3") return 1;
	const [a = 0, b = 0, c = 0, d = 0] = data.subarray(at + 6, at + 10);
	return 10 + a * 0x200000 + b * 0x4000 + c * 0x80 + d;
}
