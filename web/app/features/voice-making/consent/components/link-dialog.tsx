import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import {
	type ConsentLanguage,
	consentScopes,
	defaultConsentLanguage,
	defaultConsentLinkDays,
	maxConsentPurpose,
} from "@timbre/contract/voice-making/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Copy } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { copyLink } from "../../../../lib/page/copy-link.ts";
import { languageOptions } from "../../components/read-aloud.tsx";
import { useCreateLink } from "../consent.queries.ts";

const linkForm = z.object({
	purpose: z.string().trim(),
	email: z
		.string()
		.trim()
		.refine(
			(text) => text === "" || z.email().safeParse(text).success,
			"Enter an email address, such as name@example.com.",
		),
});

const scopeLabels: Record<ConsentScope, string> = {
	workspace: "Use in this workspace",
	share: "Sharing by link",
	library: "Publishing in the voice library",
};
const dayOptions = [
	{ value: "1", label: "1 day" },
	{ value: String(defaultConsentLinkDays), label: `${defaultConsentLinkDays} days` },
	{ value: "30", label: "30 days" },
];

type LinkDialogProps = {
	voiceId: string;
	/** Whether an earlier link still waits and would stop working. */
	replaces: boolean;
	onCreated: (linkId: string, url: string) => void;
	onClose: () => void;
};

/** Creates a consent link, then shows it once. */
export function LinkDialog({ voiceId, replaces, onCreated, onClose }: LinkDialogProps) {
	const creating = useCreateLink(voiceId);
	const formId = useId();
	const [scope, setScope] = useState<ConsentScope[]>(["workspace"]);
	const [language, setLanguage] = useState<ConsentLanguage>(defaultConsentLanguage);
	const [days, setDays] = useState(String(defaultConsentLinkDays));
	const { register, handleSubmit, formState, getValues } = useForm({
		resolver: zodForm(linkForm),
		defaultValues: { purpose: "", email: "" },
	});
	const submit = handleSubmit((values) =>
		creating.mutate(
			{ ...values, scope, language, days: Number(days) },
			{ onSuccess: ({ link_id, url }) => onCreated(link_id, url) },
		),
	);
	if (creating.isSuccess) {
		const { url, email } = creating.data;
		return (
			<Dialog
				open
				onOpenChange={onClose}
				title={email === null ? "Send this link to the speaker" : "Link sent"}
				description={`${sentText(email, getValues("email").trim())} It works for one decision and is shown only now.`}
				footer={
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				}
			>
				<div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
					<code className="min-w-0 flex-1 break-all text-xs">{url}</code>
					<Button size="small" variant="quiet" onClick={() => void copyLink(url)}>
						<Copy aria-hidden="true" />
						Copy link
					</Button>
				</div>
			</Dialog>
		);
	}
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Ask the speaker for consent"
			description={`They see your name, the workspace and the voice's name.${replaces ? " The earlier link stops working." : ""}`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={creating.isPending}>
						Create link
					</Button>
				</>
			}
		>
			<form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
				<Field label="What is the voice for? (optional)" hint="Shown to the speaker.">
					{(ids) => <Textarea {...ids} maxLength={maxConsentPurpose} className="min-h-16" {...register("purpose")} />}
				</Field>
				<fieldset className="flex flex-col gap-2.5">
					<legend className="mb-2 font-medium text-[13px]">Ask for</legend>
					{consentScopes.map((one) => (
						<Checkbox
							key={one}
							label={scopeLabels[one]}
							checked={scope.includes(one)}
							disabled={one === "workspace"}
							onChange={(on) => setScope((before) => (on ? [...before, one] : before.filter((other) => other !== one)))}
						/>
					))}
				</fieldset>
				<div className="grid grid-cols-2 gap-4">
					<Field label="Language">
						{({ id }) => (
							<Select
								id={id}
								value={language}
								options={languageOptions}
								onChange={(value) => setLanguage(value as ConsentLanguage)}
							/>
						)}
					</Field>
					<Field label="Link works for">
						{({ id }) => <Select id={id} value={days} options={dayOptions} onChange={setDays} />}
					</Field>
				</div>
				<Field label="Speaker's email (optional)" error={formState.errors.email?.message}>
					{(ids) => <Input {...ids} type="email" autoComplete="off" maxLength={254} {...register("email")} />}
				</Field>
				{creating.isError ? <FormError>{messageOf(creating.error)}</FormError> : null}
			</form>
		</Dialog>
	);
}

function sentText(sentTo: string | null, wanted: string): string {
	if (sentTo !== null) return `We emailed it to ${sentTo}. You can also copy it.`;
	return wanted === "" ? "Copy it and send it yourself." : "This server can't send email, so send it yourself.";
}
