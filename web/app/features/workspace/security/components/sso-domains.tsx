import type { DomainVerification, IdentityProvider } from "@timbre/contract/workspace/sso.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { ago } from "../../../../lib/text/format.ts";
import { useAddDomain, useCheckDomain, useRemoveDomain, useRequireSso } from "../security.sso.queries.ts";
import { CopyFields } from "./copy-fields.tsx";

export function AddDomain() {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button onClick={() => setOpen(true)}>
				<Plus aria-hidden="true" />
				Add domain
			</Button>
			{open ? <DomainDialog onClose={() => setOpen(false)} /> : null}
		</>
	);
}

const domainForm = z.object({ domain: z.string().trim().min(1, "Enter a domain, such as example.com.") });

function DomainDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const adding = useAddDomain();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(domainForm),
		defaultValues: { domain: "" },
	});
	const submit = handleSubmit(({ domain }) =>
		adding.mutate(domain, {
			onSuccess: onClose,
			onError: (error) => setError("domain", { message: messageOf(error) }),
		}),
	);
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Add domain"
			description="You get a DNS record to add. Nothing changes until we find it."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={adding.isPending}>
						Add domain
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="p-px">
				<Field
					label="Domain"
					hint="The part after the @ in your email addresses."
					error={formState.errors.domain?.message}
				>
					{(control) => (
						<Input
							{...control}
							autoComplete="off"
							autoCapitalize="none"
							spellCheck={false}
							placeholder="example.com"
							{...register("domain")}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}

type DomainListProps = { domains: DomainVerification[]; providers: IdentityProvider[]; available: boolean };

export function DomainList({ domains, providers, available }: DomainListProps) {
	return (
		<ul className="divide-y divide-line border-line border-t">
			{domains.map((domain) => (
				<li key={domain.domain_verification_id} className="py-4 last:pb-0">
					<Domain
						domain={domain}
						provider={providers.find((provider) => provider.domain === domain.domain)}
						available={available}
					/>
				</li>
			))}
		</ul>
	);
}

type DomainProps = { domain: DomainVerification; provider: IdentityProvider | undefined; available: boolean };

function Domain({ domain, provider, available }: DomainProps) {
	const check = useCheckDomain();
	const removal = useRemoveDomain();
	const id = domain.domain_verification_id;
	const pending = domain.status === "pending";
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Remove ${domain.domain}?`,
			description: provider
				? `This also deletes its identity provider “${provider.name}”. Users at this domain then sign in with passwords.`
				: "Another workspace can then verify it.",
			action: "Remove domain",
		});
		if (confirmed) removal.mutate(id);
	};
	return (
		<>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<div className="min-w-0 flex-1 basis-56">
					<h3 className="flex flex-wrap items-center gap-x-2 font-medium">
						<span className="min-w-0 break-all">{domain.domain}</span>
						<Badge tone={pending ? "warning" : "positive"}>{pending ? "Not verified" : "Verified"}</Badge>
					</h3>
					<p className="mt-0.5 text-[13px] text-muted" aria-live="polite">
						{statusText(domain)}
					</p>
				</div>
				<div className="flex items-center gap-1">
					{pending && available ? (
						<Button size="small" busy={check.isPending} onClick={() => check.mutate(id)}>
							Check now
							<span className="sr-only"> for {domain.domain}</span>
						</Button>
					) : null}
					<IconButton label={`Remove ${domain.domain}`} size="small" onClick={() => void remove()}>
						<Trash2 aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			{pending && available ? (
				<div className="mt-3">
					<p className="mb-2 text-[13px] text-muted">
						Add this TXT record to the DNS of {domain.domain}, then check. New records can take up to an hour to appear.
					</p>
					<CopyFields
						fields={[
							{ name: "Name", value: domain.record.name },
							{ name: "Value", value: domain.record.value },
						]}
					/>
				</div>
			) : null}
			{provider && !pending ? <RequireSsoSwitch domain={domain} provider={provider} available={available} /> : null}
		</>
	);
}

function statusText({ status, problem, checked_at_unix, verified_at_unix }: DomainVerification): string {
	if (status === "verified" && verified_at_unix !== null) return `Verified ${ago(verified_at_unix)}.`;
	if (problem === null || checked_at_unix === null) return "Waiting for the DNS record.";
	const found = {
		no_record: "The record wasn't found yet.",
		wrong_value: "A record with this name exists, but its value is different.",
		no_answer: "The domain's name servers didn't respond.",
	}[problem];
	return `${found} Checked ${ago(checked_at_unix)}.`;
}

type RequireSsoSwitchProps = { domain: DomainVerification; provider: IdentityProvider; available: boolean };

function RequireSsoSwitch({ domain, provider, available }: RequireSsoSwitchProps) {
	const id = useId();
	const requireSso = useRequireSso();
	const tried = provider.last_used_at_unix !== null;
	const on = requireSso.isPending ? requireSso.variables.required : domain.sso_required;
	const change = async (required: boolean) => {
		const { confirmed } = required
			? await confirm({
					title: `Require single sign-on for ${domain.domain}?`,
					description: `Everyone with an email address at ${domain.domain}, including you, must then sign in through “${provider.name}”. Current sessions stay signed in.`,
					action: "Require single sign-on",
				})
			: { confirmed: true };
		if (confirmed) requireSso.mutate({ id: domain.domain_verification_id, required });
	};
	return (
		<div className="mt-3 flex items-start justify-between gap-6">
			<div className="min-w-0">
				<label htmlFor={id} className="font-medium text-[13px]">
					Require single sign-on
				</label>
				<p id={`${id}-hint`} className="text-[13px] text-muted">
					{tried || domain.sso_required
						? `Users at ${domain.domain} can't sign in with passwords while this is on.`
						: "First sign in through the identity provider once, so that no one is locked out."}
				</p>
			</div>
			<Switch
				id={id}
				aria-describedby={`${id}-hint`}
				checked={on}
				disabled={!domain.sso_required && !(tried && available)}
				onCheckedChange={(required) => void change(required)}
			/>
		</div>
	);
}
