import { dictionaryName } from "@timbre/contract/pronunciation/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../lib/api/api-error.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";

type NameDialogProps = {
	title: string;
	description?: string;
	action: string;
	initial?: string;
	busy: boolean;
	/** Rejects if the name can't be saved; the dialog then stays open and shows the error. */
	save: (name: string) => Promise<unknown>;
	onClose: () => void;
};

const nameForm = z.object({ name: dictionaryName });

/** Asks for the name of a new or existing dictionary. Mount it only while it is open. */
export function NameDialog(props: NameDialogProps) {
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(nameForm),
		defaultValues: { name: props.initial ?? "" },
	});
	const submit = handleSubmit(({ name }) =>
		props.save(name.trim()).catch((error: unknown) => setError("name", { message: messageOf(error) })),
	);
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
			<form id={formId} method="post" noValidate onSubmit={submit}>
				<Field label="Name" error={formState.errors.name?.message} className="px-px pb-px">
					{(control) => <Input autoComplete="off" {...control} {...register("name")} />}
				</Field>
			</form>
		</Dialog>
	);
}
