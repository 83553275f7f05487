// Runs in the audio thread: collects samples of the microphone and posts them in pieces of about a tenth of a second.
const pieceSeconds = 0.1;

class Capture extends AudioWorkletProcessor {
	constructor() {
		super();
		this.piece = new Float32Array(Math.round(sampleRate * pieceSeconds));
		this.filled = 0;
	}

	process([input]) {
		const samples = input?.[0];
		if (!samples) return true;
		for (const sample of samples) {
			this.piece[this.filled++] = sample;
			if (this.filled < this.piece.length) continue;
			this.port.postMessage(this.piece);
			this.filled = 0;
		}
		return true;
	}
}

registerProcessor("capture", Capture);
