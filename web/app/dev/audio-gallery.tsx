import { createAudioEngine } from "@timbre/ui/audio/player/audio-engine.ts";
import { browserAudio } from "@timbre/ui/audio/player/browser-audio.ts";
import { Player } from "@timbre/ui/audio/player/player.tsx";
import type { NewPlayerItem } from "@timbre/ui/audio/player/player-item.ts";
import { Recorder } from "@timbre/ui/audio/recorder/recorder.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { HighlightedText } from "@timbre/ui/audio/words/highlighted-text.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { useState } from "react";
import { warn } from "../lib/log.ts";
import { chimeChunks, chimeUrl } from "./chime.ts";
import { Sample } from "./sample.tsx";

// One syllable per note of the chime.
const lyrics = "do re mi fa sol";
const noteTimes = [...lyrics].map((_, i) => lyrics.slice(0, i).split(" ").length * 0.7 - 0.7);
const alignment = {
	characters: [...lyrics],
	character_start_times_seconds: noteTimes,
	character_end_times_seconds: noteTimes.map((start) => start + 0.7),
};

const chimePeaks = Array.from({ length: 175 }, (_, i) => 0.6 * Math.exp(-4 * ((i / 50) % 0.7)));

// Synthetic peaks, not from a recording.
const peaks = Array.from({ length: 160 }, (_, i) => Math.abs(Math.sin(i / 9) * Math.cos(i / 31)) * 0.9 + 0.05);

export function AudioGallery({ theme }: { theme: string }) {
	const [engine] = useState(() => createAudioEngine(browserAudio({ warn })));
	const [position, setPosition] = useState(3);
	const item = (description: string): NewPlayerItem => ({
		id: `chime ${description}`,
		type: "voicePreview",
		// Given, because the content security policy blocks fetching blob: URLs.
		peaks: chimePeaks,
		player: { title: "A chime of five notes", description, voice_id: "voice-2" },
	});
	return (
		<>
			<Sample title="Waveform: seekable, static, generating, empty">
				<Waveform
					peaks={peaks}
					position={position}
					duration={8}
					onSeek={setPosition}
					label={`Position, ${theme}`}
					colors={voiceColors("voice-2")}
				/>
				<Waveform peaks={peaks} height={24} />
				<Waveform peaks={peaks.slice(0, 60)} position={1.5} duration={8} live />
				<Waveform peaks={[]} />
			</Sample>
			<Sample title="Player">
				<Button onClick={() => void engine.load(item("From a URL"), { url: chimeUrl() })}>Load from a URL</Button>
				<Button onClick={() => void engine.load(item("As a stream"), { chunks: chimeChunks(), mimeType: "audio/wav" })}>
					Load as a stream
				</Button>
				<Player engine={engine} className="w-full rounded-card border" />
			</Sample>
			<Sample title="Recorder">
				<Recorder engine={engine} name="A recording" maxSeconds={30} onChange={() => {}} className="w-full" />
			</Sample>
			<Sample title="Text with the spoken word highlighted">
				<HighlightedText
					text={lyrics}
					alignment={alignment}
					engine={engine}
					itemId="chime From a URL"
					className="text-lg leading-8"
				/>
			</Sample>
		</>
	);
}
