/** Generates voice-like audio: a pulse train through three resonances, with loudness varying like syllables. */
export function voiceLike({
	sampleRate = 16_000,
	seconds = 4,
	pitchHz = 120,
	/** Pitch variation in semitones. */
	semitones = 0,
	syllablesPerSecond = 4,
	/** Scales the resonance frequencies. */
	size = 1,
} = {}): Float32Array {
	const pcm = new Float32Array(seconds * sampleRate);
	const formants = [700 * size, 1200 * size, 2600 * size];
	let phase = 0;
	for (let at = 0; at < pcm.length; at++) {
		const time = at / sampleRate;
		const hz = pitchHz * 2 ** ((semitones * Math.SQRT2 * Math.sin(2 * Math.PI * 0.7 * time)) / 12);
		phase += hz / sampleRate;
		let sum = 0;
		for (let harmonic = 1; harmonic * hz < sampleRate / 2 && harmonic <= 40; harmonic++) {
			const frequency = harmonic * hz;
			const gain = formants.reduce((total, formant) => total + 1 / (1 + ((frequency - formant) / 120) ** 2), 0.02);
			sum += (gain / Math.sqrt(harmonic)) * Math.cos(2 * Math.PI * harmonic * phase);
		}
		pcm[at] = 0.05 * sum * (1.05 - Math.cos(2 * Math.PI * syllablesPerSecond * time));
	}
	return pcm;
}
