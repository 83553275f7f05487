import { cn } from "../cn.ts";
import { voiceColors } from "../voice-colors.ts";

type VoiceOrbProps = {
	voiceId: string;
	/** Pixels. */
	size?: number;
	playing?: boolean;
	className?: string;
};

/** A voice's avatar. Decorative: its name is shown next to it. */
export function VoiceOrb({ voiceId, size = 32, playing = false, className }: VoiceOrbProps) {
	const { from, to } = voiceColors(voiceId);
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
						// Interpolate hues in oklch; a straight blend would turn brown in the middle.
						`linear-gradient(150deg in oklch, ${light(from)} 8%, ${from} 42%, ${to} 72%, ${light(to)} 100%)`,
					].join(", "),
				}}
			/>
		</span>
	);
}

function light(color: string): string {
	return `color-mix(in oklab, ${color} 62%, white)`;
}
