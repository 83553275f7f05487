const rate = 22_050;
const notes = [392, 494, 587, 784, 988];

/** Five short notes as a WAV file, generated here so the gallery needs no server. */
function chime(): Uint8Array<ArrayBuffer> {
	const length = Math.round(rate * 0.7);
	const bytes = new Uint8Array(44 + notes.length * length * 2);
	const view = new DataView(bytes.buffer);
	const ascii = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
	ascii(0, "RIFF");
	view.setUint32(4, bytes.length - 8, true);
	ascii(8, "WAVEfmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, 1, true);
	view.setUint32(24, rate, true);
	view.setUint32(28, rate * 2, true);
	view.setUint16(32, 2, true);
	view.setUint16(34, 16, true);
	ascii(36, "data");
	view.setUint32(40, bytes.length - 44, true);
	for (const [n, hertz] of notes.entries()) {
		for (let i = 0; i < length; i++) {
			const t = i / rate;
			const sample = Math.sin(2 * Math.PI * hertz * t) * Math.exp(-4 * t) * 0.6;
			view.setInt16(44 + (n * length + i) * 2, sample * 32_767, true);
		}
	}
	return bytes;
}

export function chimeUrl(): string {
	return URL.createObjectURL(new Blob([chime()], { type: "audio/wav" }));
}

/** The same file as a slow stream. */
export function chimeChunks(): ReadableStream<Uint8Array<ArrayBuffer>> {
	const bytes = chime();
	let at = 0;
	return new ReadableStream({
		async pull(controller) {
			if (at >= bytes.length) return controller.close();
			await new Promise((resolve) => setTimeout(resolve, 150));
			controller.enqueue(bytes.slice(at, at + 16_000));
			at += 16_000;
		},
	});
}
