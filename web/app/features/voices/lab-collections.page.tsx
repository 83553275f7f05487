import { useQuery } from "@tanstack/react-query";
import type { VoiceCollection } from "@timbre/contract/voices.own.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/dropdown-menu.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { ArrowLeft, Ellipsis, FolderOpen, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { confirm } from "../../lib/confirm.ts";
import { counted } from "../../lib/format.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { CollectionDialog } from "./components/collection-dialog.tsx";
import { CollectionIcon } from "./components/collection-icons.tsx";
import { OwnVoices } from "./components/own-voices.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";
import { collectionsQuery, useDeleteCollection } from "./voices.collections.queries.ts";

export const meta = () => [{ title: "Voice collections - Timbre" }];

const path = "/app/voice-lab/collections";

export default function LabCollectionsPage() {
	const collections = useQuery(collectionsQuery);
	const [params] = useSearchParams();
	const openedId = params.get("collection");
	const opened = collections.data?.find(({ collection_id }) => collection_id === openedId);
	return (
		<VoicesFrame title="Voice collections" description="Voices kept together: for a book, a client, a game.">
			{collections.isPending ? <Loading /> : null}
			{collections.isError ? <LoadFailure title="The collections could not be loaded" query={collections} /> : null}
			{collections.data && !openedId ? <Collections collections={collections.data} /> : null}
			{collections.data && openedId ? <Opened key={openedId} collection={opened} /> : null}
		</VoicesFrame>
	);
}

type Editing = { collection?: VoiceCollection } | null;

function Collections({ collections }: { collections: VoiceCollection[] }) {
	const [editing, setEditing] = useState<Editing>(null);
	const { mutate: remove } = useDeleteCollection();
	const make = (
		<Button onClick={() => setEditing({})}>
			<Plus aria-hidden="true" />
			New collection
		</Button>
	);
	const askAndRemove = async ({ collection_id, title }: VoiceCollection) => {
		const { confirmed } = await confirm({
			title: `Delete ${title}?`,
			description: "Its voices stay where they are.",
			action: "Delete",
			tone: "danger",
		});
		if (confirmed) remove(collection_id);
	};
	return (
		<>
			{collections.length === 0 ? (
				<EmptyState icon={<FolderOpen aria-hidden="true" />} title="No collections yet" action={make}>
					Put voices that belong together into a collection. Any voice you can use can be in it, also default ones.
				</EmptyState>
			) : (
				<>
					<ul aria-label="Collections" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
						{collections.map((collection) => (
							<CollectionCard
								key={collection.collection_id}
								collection={collection}
								onEdit={() => setEditing({ collection })}
								onDelete={() => void askAndRemove(collection)}
							/>
						))}
					</ul>
					<div className="mt-4">{make}</div>
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
						<IconButton label={`More for ${title}`} tooltip={false} size="small" className="relative z-10">
							<Ellipsis aria-hidden="true" />
						</IconButton>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={onEdit}>
							<Pencil aria-hidden="true" />
							Rename or change the icon
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

function Opened({ collection }: { collection: VoiceCollection | undefined }) {
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
			<EmptyState title="This collection is gone" action={back}>
				It was deleted, or it is somebody else's.
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
						title="Nothing in it yet"
						action={
							<Button asChild>
								<Link to="/app/default-voices">Default voices</Link>
							</Button>
						}
					>
						Every voice has Collections in its menu: choose this one there.
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
