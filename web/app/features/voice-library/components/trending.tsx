import { useQuery } from "@tanstack/react-query";
import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { useId } from "react";
import { PreviewButton, PreviewLine } from "../../voices/voices.preview.public.tsx";
import { libraryTraits, toPreviewable } from "../model/library-text.ts";
import { trendingQuery } from "../voice-library.queries.ts";
import { LibraryName } from "./library-name.tsx";

/** Trending or featured voices. Renders nothing if there are none. */
export function Trending({ onOpen }: { onOpen: (voice: LibraryVoice) => void }) {
	const { data } = useQuery(trendingQuery);
	const id = useId();
	if (!data || data.voices.length === 0) return null;
	return (
		<section aria-labelledby={id} className="mt-6">
			<h2 id={id} className="mb-3 font-medium">
				{data.title}
			</h2>
			<ul className="-mx-4 -my-1 flex gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 lg:grid-cols-3">
				{data.voices.map((voice) => (
					<li
						key={voice.voice_id}
						className="relative flex w-68 shrink-0 items-center gap-3 overflow-hidden rounded-card sm:w-auto border border-line bg-raised p-3 transition-colors hover:border-control"
					>
						<PreviewButton voice={toPreviewable(voice)} size={48} />
						<div className="min-w-0 flex-1">
							<LibraryName voice={voice} onOpen={onOpen} />
							<p className="line-clamp-2 text-[13px] text-muted leading-[18px]" title={libraryTraits(voice)}>
								{libraryTraits(voice)}
							</p>
						</div>
						<PreviewLine voiceId={voice.voice_id} />
					</li>
				))}
			</ul>
		</section>
	);
}
