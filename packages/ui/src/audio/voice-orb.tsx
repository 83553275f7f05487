import { cn } from "../cn.ts";
import { voiceColours } from "../voice-colours.ts";

type VoiceOrbProps = {
	voiceId: string;
	/** Pixels. */
	size?: number;
	playing?: boolean;
	className?: string;
};

/** A voice's face. Decorative: its name stands beside it. */
export function VoiceOrb({ voiceId, size = 32, playing = false, className }: VoiceOrbProps) {
	const { from, to } = voiceColours(voiceId);
	return (
		<span
			aria-hidden="true"
			className={cn("relative inline-block shrink-0 rounded-full", className)}
			style={{
				width: size,
				height: size,
				boxShadow: playing ? `0 0 0 2px var(--surface), 0 0 0 4px ${from}` : undefined,
			}}
		>
			<span
				className={cn("absolute inset-0 rounded-full", playing && "animate-[spin_6s_linear_infinite]")}
				style={{
					background: [
						`radial-gradient(circle at 32% 24%, color-mix(in oklab, ${from} 18%, white) 0%, transparent 55%)`,
						// Through the hues between, not across them: two clear colours would meet in brown.
						`linear-gradient(150deg in oklch, ${light(from)} 8%, ${from} 42%, ${to} 72%, ${light(to)} 100%)`,
					].join(", "),
				}}
			/>
		</span>
	);
}

function light(colour: string): string {
	return `color-mix(in oklab, ${colour} 62%, white)`;
}
