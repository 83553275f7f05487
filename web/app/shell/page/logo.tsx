import { BySite } from "./reader-site.tsx";

/** Four waveform bars, one highlighted. */
export function LogoMark({ className }: { className?: string }) {
	return (
		<svg
			aria-hidden="true"
			viewBox="0 0 24 24"
			fill="none"
			strokeWidth="2.4"
			strokeLinecap="round"
			className={className}
		>
			<g stroke="currentColor">
				<path d="M3.5 10v4M9 4.5v15M20.5 10.5v3" />
			</g>
			<path d="M14.75 7.5v9" stroke="var(--wave-1)" />
		</svg>
	);
}

export function Logo() {
	return (
		<span className="flex items-center gap-2 font-semibold text-[15px] tracking-tight">
			<LogoMark className="size-5" />
			<BySite
				main="Timbre"
				reader={
					<>
						Timbre <span className="font-normal text-muted">Reader</span>
					</>
				}
			/>
		</span>
	);
}
