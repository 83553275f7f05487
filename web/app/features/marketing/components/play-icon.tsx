export function PlayIcon({ playing }: { playing: boolean }) {
	return (
		<svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor" className="size-4 shrink-0">
			<path d={playing ? "M3.5 2h3v12h-3zM9.5 2h3v12h-3z" : "M4 1.8v12.4L14 8z"} />
		</svg>
	);
}
