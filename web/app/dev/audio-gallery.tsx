import { createAudioEngine } from "@timbre/ui/audio/audio-engine.ts";
import { browserAudio } from "@timbre/ui/audio/browser-audio.ts";
import { Player } from "@timbre/ui/audio/player.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { useState } from "react";
import { chimeChunks, chimeUrl } from "./chime.ts";
import { Sample } from "./sample.tsx";

// A drawn example: peaks of an envelope, not of a recording.
const peaks = Array.from({ length: 160 }, (_, i) => Math.abs(Math.sin(i / 9) * Math.cos(i / 31)) * 0.9 + 0.05);

export function AudioGallery({ theme }: { theme: string }) {
	const [engine] = useState(() => createAudioEngine(browserAudio()));
	const [position, setPosition] = useState(3);
	const item = { id: "chime", kind: "voicePreview" as const, title: "A chime of five notes", voiceId: "voice-2" };
	return (
		<>
			<Sample title="Waveform: to seek, at rest, being made, nothing yet">
				<Waveform
					peaks={peaks}
					position={position}
					duration={8}
					onSeek={setPosition}
					label={`Position, ${theme}`}
					colours={voiceColours("voice-2")}
				/>
				<Waveform peaks={peaks} height={24} />
				<Waveform peaks={peaks.slice(0, 60)} position={1.5} duration={8} live />
				<Waveform peaks={[]} />
			</Sample>
			<Sample title="Player">
				<Button onClick={() => void engine.load({ ...item, description: "From an address" }, { url: chimeUrl() })}>
					Load from an address
				</Button>
				<Button
					onClick={() =>
						void engine.load({ ...item, description: "As a stream" }, { chunks: chimeChunks(), mimeType: "audio/wav" })
					}
				>
					Load as a stream
				</Button>
				<Player engine={engine} className="w-full rounded-card border" />
			</Sample>
		</>
	);
}
