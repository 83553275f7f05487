import type { VoiceCollection } from "@timbre/contract/voices/own.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { useSaveCollection } from "../voices.collections.queries.ts";
import { CollectionIcon, collectionIcons } from "./collection-icons.tsx";

type CollectionDialogProps = {
	/** Creates a new collection if omitted. */
	collection?: VoiceCollection;
	onSaved?: (collection: VoiceCollection) => void;
	onClose: () => void;
};

/** Edits the name and icon of a collection. Mounted only while open. */
export function CollectionDialog({ collection, onSaved, onClose }: CollectionDialogProps) {
	const formId = useId();
	const [title, setTitle] = useState(collection?.title ?? "");
	const [icon, setIcon] = useState(collection?.icon ?? "folder");
	const [error, setError] = useState<string>();
	const saving = useSaveCollection(collection?.collection_id);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const trimmed = title.trim();
		setError(trimmed ? undefined : "Enter a name.");
		if (!trimmed) return;
		saving.mutate(
			{ title: trimmed, icon },
			{
				onSuccess: (saved) => {
					onSaved?.(saved);
					onClose();
				},
			},
		);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={collection ? "Edit collection" : "New collection"}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						{collection ? "Save" : "Create collection"}
					</Button>
				</>
			}
		>
			<form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 px-px pb-px">
				<Field label="Name" error={error ?? saving.error?.message}>
					{(control) => (
						<Input
							{...control}
							autoFocus
							autoComplete="off"
							maxLength={60}
							value={title}
							onChange={(event) => setTitle(event.target.value)}
						/>
					)}
				</Field>
				<fieldset>
					<legend className="mb-1.5 font-medium text-[13px]">Icon</legend>
					<div className="grid grid-cols-6 gap-2">
						{Object.entries(collectionIcons).map(([name, { label }]) => (
							<label
								key={name}
								className="flex h-10 cursor-pointer items-center justify-center rounded-control border border-line transition-colors has-checked:border-ink has-checked:bg-hover has-focus-visible:outline-2 hover:bg-hover"
							>
								<input
									type="radio"
									name="icon"
									value={name}
									aria-label={label}
									checked={icon === name}
									onChange={() => setIcon(name)}
									className="sr-only"
								/>
								<CollectionIcon icon={name} className="size-4" />
							</label>
						))}
					</div>
				</fieldset>
			</form>
		</Dialog>
	);
}
