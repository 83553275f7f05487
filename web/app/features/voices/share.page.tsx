import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { libraryEndpoints } from "@timbre/contract/voices.library.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { Facts } from "@timbre/ui/primitives/facts.tsx";
import { Link2Off } from "lucide-react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../lib/api-error.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { AddButton } from "./components/add-button.tsx";
import { DetailLanguages } from "./components/detail-parts.tsx";
import { asPreviewed, libraryBadges, libraryTraits, ownerWords } from "./components/library-words.ts";
import { Loading } from "./components/loading.tsx";
import { PreviewButton } from "./components/preview-button.tsx";
import { originWords } from "./components/voice-terms.ts";
import { sharedLinkQuery } from "./voices.sharing.queries.ts";

export const meta = () => [{ title: "A shared voice - Timbre" }];

/** Where a shared link leads: what the voice is, to hear it, and to take it to one's own. */
export default function SharedVoicePage() {
	const { ownerId = "", voiceId = "" } = useParams();
	const shared = useQuery(sharedLinkQuery(ownerId, voiceId));
	const gone = shared.isError && isApiError(shared.error) && [404, 422].includes(shared.error.status);
	return (
		<Page title="A voice shared with you" className="max-w-2xl">
			{shared.isPending ? <Loading what="the voice" className="h-72 rounded-card" /> : null}
			{gone ? (
				<EmptyState
					icon={<Link2Off aria-hidden="true" />}
					title="There is no voice behind this link"
					action={
						<Button asChild>
							<Link to="/app/voice-library">Voice library</Link>
						</Button>
					}
				>
					It may be mistyped, its owner may have stopped sharing, or it is shared with others only.
				</EmptyState>
			) : null}
			{shared.isError && !gone ? <LoadFailure title="The voice could not be loaded" query={shared} /> : null}
			{shared.data ? <Shared shared={shared.data} /> : null}
		</Page>
	);
}

function Shared({ shared }: { shared: ResponseOf<typeof libraryEndpoints.getSharedLink> }) {
	const { voice } = shared;
	const previewed = asPreviewed(voice);
	const terms = libraryBadges(voice);
	return (
		<Card className="flex flex-col gap-6 p-6">
			<div className="flex flex-wrap items-center gap-5">
				<PreviewButton voice={previewed} size={80} />
				<div className="min-w-0 flex-1 basis-52">
					<h2 className="break-words font-semibold text-2xl leading-8 tracking-tight">{voice.name}</h2>
					<p className="text-muted">{ownerWords(voice)}</p>
				</div>
				{shared.can_add || voice.added_voice_id || voice.is_owner ? <AddButton voice={voice} /> : null}
			</div>
			{shared.reason && !shared.can_add ? (
				<p className="rounded-control border border-line bg-sunken px-4 py-3">{shared.reason}</p>
			) : null}
			{voice.description ? <p className="whitespace-pre-line leading-6">{voice.description}</p> : null}
			<DetailLanguages voice={previewed} />
			<Facts
				facts={[
					["Sounds", libraryTraits(voice)],
					["How it was made", originWords({ origin: voice.origin, similarity: null })],
					["Where", shared.unlisted ? "Reached by this link alone" : "In the voice library"],
					...terms.map(({ label, detail }) => [label, detail] as const),
				]}
			/>
		</Card>
	);
}
