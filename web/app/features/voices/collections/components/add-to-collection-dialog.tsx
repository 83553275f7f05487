import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Plus } from "lucide-react";
import { useState } from "react";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { voiceQuery } from "../../voices.refresh.public.ts";
import { collectionsQuery, useSetMember } from "../collections.queries.ts";
import { CollectionDialog } from "./collection-dialog.tsx";
import { CollectionIcon } from "./collection-icons.tsx";

/** Selects the collections a voice belongs to. Mounted only while open. */
export function AddToCollectionDialog({ voice, onClose }: { voice: Voice; onClose: () => void }) {
	const collections = useQuery(collectionsQuery);
	const { data: now = voice } = useQuery({ ...voiceQuery(voice.voice_id), placeholderData: voice });
	const member = useSetMember();
	const [creating, setCreating] = useState(false);
	const set = (collectionId: string, inside: boolean) =>
		member.mutate({ collectionId, voiceId: voice.voice_id, member: inside });
	// Show the pending change until the server responds.
	const isInside = (id: string) =>
		member.isPending && member.variables.collectionId === id
			? member.variables.member
			: (now.collection_ids ?? []).includes(id);
	if (creating) {
		return (
			<CollectionDialog onSaved={({ collection_id }) => set(collection_id, true)} onClose={() => setCreating(false)} />
		);
	}
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Collections"
			description={`Choose which collections include ${voice.name}.`}
			footer={
				<>
					<Button onClick={() => setCreating(true)} className="mr-auto">
						<Plus aria-hidden="true" />
						New collection
					</Button>
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				</>
			}
		>
			{collections.isPending ? <Skeleton className="h-20" /> : null}
			{collections.isError ? <LoadFailure title="Couldn't load collections" query={collections} /> : null}
			{collections.data?.length === 0 ? (
				<p className="text-muted">No collections yet. Create one to add this voice.</p>
			) : null}
			<ul className="flex flex-col gap-1">
				{collections.data?.map(({ collection_id, title, icon }) => (
					<li key={collection_id} className="flex items-center justify-between gap-3 py-1">
						<Checkbox
							label={title}
							checked={isInside(collection_id)}
							onChange={(inside) => set(collection_id, inside)}
						/>
						<CollectionIcon icon={icon} className="size-4 text-muted" />
					</li>
				))}
			</ul>
		</Dialog>
	);
}
