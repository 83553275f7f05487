import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { messageOf } from "../api/api-error.ts";
import { zodForm } from "./zod-form.ts";

type NameDialogProps = {
	title: string;
	description?: string;
	action: string;
	schema: z.ZodType<{ name: string }, { name: string }>;
	initial?: string;
	busy: boolean;
	/** Rejects if the name can't be saved; the dialog then stays open and shows the error. */
	save: (name: string) => Promise<unknown>;
	onClose: () => void;
};

/** Asks for the name of something new or existing. Mount it only while it is open. */
export function NameDialog(props: NameDialogProps) {
	const formId = useId();
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title={props.title}
			description={props.description}
			footer={
				<>
					<Button onClick={props.onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={props.busy}>
						{props.action}
					</Button>
				</>
			}
		>
			<NameForm {...props} id={formId} />
		</Dialog>
	);
}

function NameForm({ id, schema, initial, save }: NameDialogProps & { id: string }) {
	const { register, handleSubmit, formState, setError, setFocus } = useForm({
		resolver: zodForm(schema),
		defaultValues: { name: initial ?? "" },
	});
	useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);
	const submit = handleSubmit(({ name }) =>
		save(name.trim()).catch((error: unknown) => setError("name", { message: messageOf(error) })),
	);
	return (
		<form id={id} method="post" noValidate onSubmit={submit}>
			<Field label="Name" error={formState.errors.name?.message} className="px-px pb-px">
				{(control) => <Input autoComplete="off" {...control} {...register("name")} />}
			</Field>
		</form>
	);
}
