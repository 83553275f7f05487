import { useEffect, useRef } from "react";
import type { LiveState } from "../model/live-session.ts";

/** What was said so far. The last words, which may still change, are muted. */
export function LiveText({ state: { status, segments, partial } }: { state: LiveState }) {
	const end = useRef<HTMLDivElement>(null);
	const nothing = segments.length === 0 && partial === "";
	// biome-ignore lint/correctness/useExhaustiveDependencies: keeps the newest text in view
	useEffect(() => {
		if (status === "listening" && !nothing) end.current?.scrollIntoView({ block: "nearest" });
	}, [segments, partial, status, nothing]);
	if (nothing && status !== "listening" && status !== "done") return null;
	return (
		<section aria-label="Transcript" className="rounded-card border border-line p-5 text-base leading-7">
			{nothing ? <p className="text-muted">{status === "done" ? "No speech was heard." : "Listening."}</p> : null}
			<div aria-live="polite" className="flex flex-col gap-2">
				{segments.map(({ text }, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: segments are only appended
					<p key={at} className="wrap-anywhere">
						{text}
					</p>
				))}
			</div>
			{/* Not announced: it changes several times a second. */}
			{partial ? <p className="wrap-anywhere mt-2 text-muted first:mt-0">{partial}</p> : null}
			<div ref={end} />
		</section>
	);
}
