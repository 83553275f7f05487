import { useQuery } from "@tanstack/react-query";
import { primaryLanguage } from "@timbre/contract/language.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Link } from "react-router";
import { speechPath } from "../../lib/session/redirect.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { isSelectable, useRecentVoices } from "./voices.choice.public.ts";
import { PreviewButton } from "./voices.preview.public.tsx";
import { voicesQuery, voiceTraits } from "./voices.public.ts";

const maxSuggested = 5;
const tierOrder = ["quality", "remote", "fast", "basic"];

/**
 * Suggests voices: the user's languages first, then better engines, without recently used voices, and with as much
 * variety in language and gender as possible.
 */
export function suggestVoices(
	voices: readonly Voice[],
	recent: readonly string[],
	languages: readonly string[],
): Voice[] {
	const spoken = languages.map(primaryLanguage);
	const rank = (voice: Voice) => {
		const tier = tierOrder.indexOf(voice.labels.tier ?? "");
		const own = spoken.includes(primaryLanguage(voice.language));
		const unclear = voice.labels.clarity !== undefined;
		return (own ? 0 : 100) + (tier === -1 ? tierOrder.length : tier) * 10 + (unclear ? 5 : 0);
	};
	const candidates = voices
		.filter((voice) => isSelectable(voice) && voice.preview_url && !recent.includes(voice.voice_id))
		.toSorted((a, b) => rank(a) - rank(b));
	const kind = (voice: Voice) => `${voice.language} ${voice.labels.gender ?? ""}`;
	const kinds = new Set<string>();
	const different = candidates.filter((voice) => !kinds.has(kind(voice)) && kinds.add(kind(voice)));
	const best = different.filter((voice) => rank(voice) < 100);
	return [...new Set([...best, ...candidates])].slice(0, maxSuggested);
}

/** A few suggested voices to preview and use. */
export function SuggestedVoices() {
	const voices = useQuery(voicesQuery);
	const [recent] = useRecentVoices();
	if (voices.isPending) {
		return (
			<Card aria-busy="true" className="flex flex-col gap-3 p-4">
				<p className="sr-only">Loading voices</p>
				<Skeleton className="h-9" />
				<Skeleton className="h-9" />
				<Skeleton className="h-9" />
			</Card>
		);
	}
	if (voices.isError) {
		return (
			<Card>
				<LoadFailure title="Couldn't load voices" query={voices} />
			</Card>
		);
	}
	const suggested = suggestVoices(voices.data, recent, navigator.languages);
	if (suggested.length === 0) {
		return (
			<Card>
				<EmptyState title="No previews yet" className="py-8">
					Previews are generated after the server first starts. They'll appear here as they finish.
				</EmptyState>
			</Card>
		);
	}
	return (
		<Card>
			<ul>
				{suggested.map((voice) => (
					<li key={voice.voice_id} className="flex items-center gap-3 border-line border-b px-4 py-2.5 last:border-b-0">
						<PreviewButton voice={voice} size={36} />
						<div className="min-w-0 flex-1">
							<p className="truncate font-medium" title={voice.name}>
								{voice.name}
							</p>
							<p className="truncate text-[13px] text-muted" title={voiceTraits(voice)}>
								{voiceTraits(voice)}
							</p>
						</div>
						<Link
							to={`${speechPath}?voice=${voice.voice_id}`}
							prefetch="intent"
							aria-label={`Use ${voice.name} for speech`}
							className="rounded-control px-2 py-1 font-medium text-[13px] underline-offset-2 hover:underline"
						>
							Use
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}
