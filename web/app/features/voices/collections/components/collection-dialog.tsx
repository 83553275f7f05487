import type { VoiceCollection } from "@timbre/contract/voices/own.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { useSaveCollection } from "../collections.queries.ts";
import { CollectionIcon, collectionIcons } from "./collection-icons.tsx";

type CollectionDialogProps = {
	/** Creates a new collection if omitted. */
	collection?: VoiceCollection;
	onSaved?: (collection: VoiceCollection) => void;
	onClose: () => void;
};

const collectionForm = z.object({ title: z.string().trim().min(1, "Enter a name."), icon: z.string() });

/** Edits the name and icon of a collection. Mounted only while open. */
export function CollectionDialog({ collection, onSaved, onClose }: CollectionDialogProps) {
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(collectionForm),
		defaultValues: { title: collection?.title ?? "", icon: collection?.icon ?? "folder" },
	});
	const saving = useSaveCollection(collection?.collection_id);
	const submit = handleSubmit((values) =>
		saving.mutate(values, {
			onSuccess: (saved) => {
				onSaved?.(saved);
				onClose();
			},
			onError: (error) => setError("title", { message: messageOf(error) }),
		}),
	);
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
				<Field label="Name" error={formState.errors.title?.message}>
					{(control) => <Input {...control} autoFocus autoComplete="off" maxLength={60} {...register("title")} />}
				</Field>
				<fieldset>
					<legend className="mb-1.5 font-medium text-[13px]">Icon</legend>
					<div className="grid grid-cols-6 gap-2">
						{Object.entries(collectionIcons).map(([name, { label }]) => (
							<label
								key={name}
								className="flex h-10 cursor-pointer items-center justify-center rounded-control border border-line transition-colors has-checked:border-ink has-checked:bg-hover has-focus-visible:outline-2 hover:bg-hover"
							>
								<input type="radio" value={name} aria-label={label} className="sr-only" {...register("icon")} />
								<CollectionIcon icon={name} className="size-4" />
							</label>
						))}
					</div>
				</fieldset>
			</form>
		</Dialog>
	);
}
