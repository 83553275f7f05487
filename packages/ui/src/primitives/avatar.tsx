import { cn } from "../cn.ts";

type AvatarProps = { name: string; picture?: string | null; className?: string };

/** A user's picture or initials. Voices use VoiceOrb instead. */
export function Avatar({ name, picture, className }: AvatarProps) {
	if (picture)
		return (
			<img src={picture} alt="" className={cn("size-7 shrink-0 rounded-full bg-sunken object-cover", className)} />
		);
	const initials = name
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => [...word][0] ?? "")
		.filter((_, i, all) => i === 0 || i === all.length - 1)
		.join("")
		.toUpperCase();
	return (
		<span
			aria-hidden="true"
			className={cn(
				"inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-ink font-medium text-[11px] text-on-ink",
				className,
			)}
		>
			{initials || "?"}
		</span>
	);
}
