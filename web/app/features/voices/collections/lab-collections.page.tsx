import { useQuery } from "@tanstack/react-query";
import type { VoiceCollection } from "@timbre/contract/voices/own.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { ArrowLeft, Ellipsis, FolderOpen, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { confirm } from "../../../lib/forms/confirm.ts";
import { counted } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { OwnVoices } from "../own/components/own-voices.tsx";
import { VoicesFrame } from "../own/components/voices-frame.tsx";
import { collectionsQuery, useDeleteCollection } from "./collections.queries.ts";
import { CollectionDialog } from "./components/collection-dialog.tsx";
import { CollectionIcon } from "./components/collection-icons.tsx";

export const meta = () => [{ title: "Voice collections - Timbre" }];

const path = "/app/voice-lab/collections";

export default function LabCollectionsPage() {
	const collections = useQuery(collectionsQuery);
	const [params] = useSearchParams();
	const selectedId = params.get("collection");
	const selected = collections.data?.find(({ collection_id }) => collection_id === selectedId);
	return (
		<VoicesFrame title="Voice collections" description="Group voices by project, client or use case.">
			{collections.isPending ? <Loading /> : null}
			{collections.isError ? <LoadFailure title="Couldn't load collections" query={collections} /> : null}
			{collections.data && !selectedId ? <Collections collections={collections.data} /> : null}
			{collections.data && selectedId ? <CollectionVoices key={selectedId} collection={selected} /> : null}
		</VoicesFrame>
	);
}

type Editing = { collection?: VoiceCollection } | null;

function Collections({ collections }: { collections: VoiceCollection[] }) {
	const [editing, setEditing] = useState<Editing>(null);
	const { mutate: deleteCollection } = useDeleteCollection();
	const newButton = (
		<Button onClick={() => setEditing({})}>
			<Plus aria-hidden="true" />
			New collection
		</Button>
	);
	const confirmAndDelete = async ({ collection_id, title }: VoiceCollection) => {
		const { confirmed } = await confirm({
			title: `Delete ${title}?`,
			description: "The voices in it aren't deleted.",
			action: "Delete collection",
			tone: "danger",
		});
		if (confirmed) deleteCollection(collection_id);
	};
	return (
		<>
			{collections.length === 0 ? (
				<EmptyState icon={<FolderOpen aria-hidden="true" />} title="No collections yet" action={newButton}>
					Group any voices you can use, including default voices.
				</EmptyState>
			) : (
				<>
					<ul aria-label="Collections" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
						{collections.map((collection) => (
							<CollectionCard
								key={collection.collection_id}
								collection={collection}
								onEdit={() => setEditing({ collection })}
								onDelete={() => void confirmAndDelete(collection)}
							/>
						))}
					</ul>
					<div className="mt-4">{newButton}</div>
				</>
			)}
			{editing ? <CollectionDialog collection={editing.collection} onClose={() => setEditing(null)} /> : null}
		</>
	);
}

type CollectionCardProps = { collection: VoiceCollection; onEdit: () => void; onDelete: () => void };

function CollectionCard({ collection, onEdit, onDelete }: CollectionCardProps) {
	const { collection_id, title, icon, voice_count, permission_on_resource } = collection;
	return (
		<li className="relative flex items-center gap-3 rounded-card border border-line bg-raised p-4 transition-colors hover:border-control">
			<span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken">
				<CollectionIcon icon={icon} className="size-4" />
			</span>
			<div className="min-w-0 flex-1">
				<h2 className="truncate font-medium" title={title}>
					<Link to={`${path}?collection=${collection_id}`} className="rounded-sm after:absolute after:inset-0">
						{title}
					</Link>
				</h2>
				<p className="text-[13px] text-muted tabular">{counted(voice_count, "voice")}</p>
			</div>
			{permission_on_resource === "admin" || permission_on_resource === "editor" ? (
				<DropdownMenu>
					<DropdownMenuTrigger asChild>
						<IconButton label={`More actions for ${title}`} tooltip={false} size="small" className="relative z-10">
							<Ellipsis aria-hidden="true" />
						</IconButton>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={onEdit}>
							<Pencil aria-hidden="true" />
							Edit collection
						</DropdownMenuItem>
						<DropdownMenuItem onSelect={onDelete}>
							<Trash2 aria-hidden="true" />
							Delete
						</DropdownMenuItem>
					</DropdownMenuContent>
				</DropdownMenu>
			) : null}
		</li>
	);
}

function CollectionVoices({ collection }: { collection: VoiceCollection | undefined }) {
	const back = (
		<Button asChild variant="quiet" size="small" className="-ml-3">
			<Link to={path}>
				<ArrowLeft aria-hidden="true" />
				All collections
			</Link>
		</Button>
	);
	if (!collection) {
		return (
			<EmptyState title="Collection not found" action={back}>
				It may have been deleted, or you don't have access to it.
			</EmptyState>
		);
	}
	return (
		<>
			{back}
			<h2 className="mt-2 mb-4 flex items-center gap-2 font-semibold text-lg">
				<CollectionIcon icon={collection.icon} className="size-5" />
				{collection.title}
			</h2>
			<OwnVoices
				empty={
					<EmptyState
						icon={<FolderOpen aria-hidden="true" />}
						title="This collection is empty"
						action={
							<Button asChild>
								<Link to="/app/default-voices">Browse default voices</Link>
							</Button>
						}
					>
						To add a voice, open its menu, choose Collections and select this one.
					</EmptyState>
				}
			/>
		</>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
			<p className="sr-only">Loading collections</p>
			<Skeleton className="h-[70px] rounded-card" />
			<Skeleton className="h-[70px] rounded-card" />
			<Skeleton className="h-[70px] rounded-card" />
		</div>
	);
}
