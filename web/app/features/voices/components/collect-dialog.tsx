import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Plus } from "lucide-react";
import { useState } from "react";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { collectionsQuery, useSetMember } from "../voices.collections.queries.ts";
import { voiceQuery } from "../voices.own.queries.ts";
import { CollectionDialog } from "./collection-dialog.tsx";
import { CollectionIcon } from "./collection-icons.tsx";

/** In which collections a voice is. Mounted while it is open. */
export function CollectDialog({ voice, onClose }: { voice: Voice; onClose: () => void }) {
	const collections = useQuery(collectionsQuery);
	const { data: now = voice } = useQuery({ ...voiceQuery(voice.voice_id), placeholderData: voice });
	const member = useSetMember();
	const [making, setMaking] = useState(false);
	const set = (collectionId: string, inside: boolean) =>
		member.mutate({ collectionId, voiceId: voice.voice_id, member: inside });
	// What was just pressed is shown as meant until the server has answered.
	const isInside = (id: string) =>
		member.isPending && member.variables.collectionId === id
			? member.variables.member
			: (now.collection_ids ?? []).includes(id);
	if (making) {
		return (
			<CollectionDialog onSaved={({ collection_id }) => set(collection_id, true)} onClose={() => setMaking(false)} />
		);
	}
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Collections"
			description={`Where ${voice.name} is kept.`}
			footer={
				<>
					<Button onClick={() => setMaking(true)} className="mr-auto">
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
			{collections.isError ? <LoadFailure title="The collections could not be loaded" query={collections} /> : null}
			{collections.data?.length === 0 ? <p className="text-muted">No collections yet. Make the first.</p> : null}
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
