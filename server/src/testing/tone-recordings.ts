import { finishWav, wavHeader } from "@timbre/engines/media/wav.ts";

/** A tone, or a pause if it has no pitch. */
type Part = { hertz?: number; seconds: number };

const sampleRate = 16_000;

/** 16-bit PCM of tones and pauses. Several lists are several channels. */
export function pcmOf(...channels: (readonly Part[])[]): Buffer {
	const tracks = channels.map(samplesOf);
	const frames = Math.max(...tracks.map(({ length }) => length));
	const pcm = Buffer.alloc(frames * tracks.length * 2);
	for (const [channel, track] of tracks.entries())
		for (const [at, sample] of track.entries()) pcm.writeInt16LE(sample, (at * tracks.length + channel) * 2);
	return pcm;
}

function samplesOf(parts: readonly Part[]): number[] {
	return parts.flatMap(({ hertz, seconds }) =>
		Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) =>
			hertz === undefined ? 0 : Math.round(10_000 * Math.sin((2 * Math.PI * hertz * at) / sampleRate)),
		),
	);
}

/** The same as a WAV file. */
export function wavOf(...channels: (readonly Part[])[]): Buffer {
	const pcm = pcmOf(...channels);
	const header = Buffer.from(wavHeader(sampleRate));
	header.writeUInt16LE(channels.length, 22);
	header.writeUInt32LE(sampleRate * channels.length * 2, 28);
	header.writeUInt16LE(channels.length * 2, 32);
	return finishWav(Buffer.concat([header, pcm]));
}
