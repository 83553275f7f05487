import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { DetailList } from "@timbre/ui/primitives/detail-list.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Link2Off } from "lucide-react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Loading } from "../../../shell/page/loading.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { DetailLanguages } from "../../voices/voices.detail.public.tsx";
import { formatOrigin } from "../../voices/voices.format.public.ts";
import { PreviewButton } from "../../voices/voices.preview.public.tsx";
import { AddButton } from "../components/add-button.tsx";
import { formatOwner, libraryBadges, libraryTraits, toPreviewable } from "../model/library-text.ts";
import { sharedLinkQuery } from "./sharing.queries.ts";

export const meta = () => [{ title: "Shared voice - Timbre" }];

/** The page a share link opens: details, preview, and adding the voice to your own. */
export default function SharedVoicePage() {
	const { ownerId = "", voiceId = "" } = useParams();
	const shared = useQuery(sharedLinkQuery(ownerId, voiceId));
	const gone = shared.isError && isApiError(shared.error) && [404, 422].includes(shared.error.status);
	return (
		<Page title="Shared voice" className="max-w-2xl">
			{shared.isPending ? <Loading what="the voice" className="h-72 rounded-card" /> : null}
			{gone ? (
				<EmptyState
					icon={<Link2Off aria-hidden="true" />}
					title="This link doesn't work"
					action={
						<Button asChild>
							<Link to="/app/voice-library">Browse the library</Link>
						</Button>
					}
				>
					Check the address. The owner may also have stopped sharing the voice, or shared it only with other people.
				</EmptyState>
			) : null}
			{shared.isError && !gone ? <LoadFailure title="Couldn't load the voice" query={shared} /> : null}
			{shared.data ? <Shared shared={shared.data} /> : null}
		</Page>
	);
}

function Shared({ shared }: { shared: ResponseOf<typeof voiceLibraryEndpoints.getSharedLink> }) {
	const { voice } = shared;
	const previewed = toPreviewable(voice);
	const terms = libraryBadges(voice);
	return (
		<Card className="flex flex-col gap-6 p-6">
			<div className="flex flex-wrap items-center gap-5">
				<PreviewButton voice={previewed} size={80} />
				<div className="min-w-0 flex-1 basis-52">
					<h2 className="break-words font-semibold text-2xl leading-8 tracking-tight">{voice.name}</h2>
					<p className="text-muted">{formatOwner(voice)}</p>
				</div>
				{shared.can_add || voice.added_voice_id || voice.is_owner ? <AddButton voice={voice} /> : null}
			</div>
			{shared.reason && !shared.can_add ? (
				<p className="rounded-control border border-line bg-sunken px-4 py-3">{shared.reason}</p>
			) : null}
			{voice.description ? <p className="whitespace-pre-line leading-6">{voice.description}</p> : null}
			<DetailLanguages voice={previewed} />
			<DetailList
				details={[
					["Traits", libraryTraits(voice)],
					["Origin", formatOrigin({ origin: voice.origin, similarity: null })],
					["Availability", shared.unlisted ? "Only through this link" : "In the voice library"],
					...terms.map(({ label, detail }) => [label, detail] as const),
				]}
			/>
		</Card>
	);
}
