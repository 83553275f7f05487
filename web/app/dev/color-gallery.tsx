import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { type Theme, type Token, tokens } from "@timbre/ui/tokens.ts";
import { Sample } from "./sample.tsx";

export function ColorGallery({ theme }: { theme: Theme }) {
	return (
		<>
			<Sample title="Tokens">
				{(Object.keys(tokens) as Token[]).map((name) => (
					<div key={name} className="w-24 text-xs">
						<div className="h-10 rounded-control border border-line" style={{ background: `var(--${name})` }} />
						<p className="mt-1 truncate">{name}</p>
						<p className="font-mono text-muted">{tokens[name][theme]}</p>
					</div>
				))}
			</Sample>
			<Sample title="Voice orbs">
				{Array.from({ length: 14 }, (_, i) => `voice-${i}`).map((id, i) => (
					<VoiceOrb key={id} voiceId={id} size={40} playing={i === 2} />
				))}
				<VoiceOrb voiceId="large" size={72} />
				<VoiceOrb voiceId="small" size={16} />
			</Sample>
		</>
	);
}
