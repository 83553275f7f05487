import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createApiKeyBody, developersEndpoints } from "@timbre/contract/developers.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "../../../lib/api.ts";
import { zodForm } from "../../../lib/zod-form.ts";
import { apiKeysQuery } from "../developers.queries.ts";

type CreateKeyDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

const nameForm = createApiKeyBody.pick({ name: true });

/** Asks for a name, then shows the key: the only time anyone sees it. */
export function CreateKeyDialog({ open, onOpenChange }: CreateKeyDialogProps) {
	const queryClient = useQueryClient();
	const formId = useId();
	const { register, handleSubmit, formState, reset } = useForm({
		resolver: zodForm(nameForm),
		defaultValues: { name: "" },
	});
	const creation = useMutation({
		mutationFn: (body: { name: string }) => call(developersEndpoints.createApiKey, { body }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
	});
	const close = (next: boolean) => {
		onOpenChange(next);
		if (next) return;
		creation.reset();
		reset();
	};
	if (creation.data) {
		return (
			<Dialog
				open={open}
				onOpenChange={close}
				title="Copy your key now"
				description="It is not shown again. Keep it where you keep passwords."
				footer={
					<Button variant="primary" onClick={() => close(false)}>
						Done
					</Button>
				}
			>
				<ShownKey value={creation.data.xi_api_key} />
			</Dialog>
		);
	}
	return (
		<Dialog
			open={open}
			onOpenChange={close}
			title="Create an API key"
			description="It may do all that you may do in this workspace."
			footer={
				<>
					<Button onClick={() => close(false)}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={creation.isPending}>
						Create key
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={handleSubmit((body) => creation.mutate(body))}>
				<Field
					label="Name"
					hint="So that you know later what uses it."
					error={formState.errors.name?.message ?? creation.error?.message}
					className="px-px pb-px"
				>
					{(control) => <Input autoComplete="off" {...control} {...register("name")} />}
				</Field>
			</form>
		</Dialog>
	);
}

function ShownKey({ value }: { value: string }) {
	const [copied, setCopied] = useState(false);
	const copy = () =>
		navigator.clipboard.writeText(value).then(
			() => setCopied(true),
			() => setCopied(false),
		);
	return (
		<div className="flex gap-2 p-px">
			<Input
				readOnly
				aria-label="API key"
				value={value}
				className="font-mono text-[13px]"
				onFocus={(event) => event.target.select()}
			/>
			<Button onClick={() => void copy()}>
				{copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
				<span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
			</Button>
		</div>
	);
}
