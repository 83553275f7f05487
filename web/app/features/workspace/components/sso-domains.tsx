import type { DomainVerification, IdentityProvider } from "@timbre/contract/workspace.sso.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { confirm } from "../../../lib/confirm.ts";
import { ago } from "../../../lib/format.ts";
import { useDomainAdding, useDomainCheck, useDomainRemoval, useSsoDemand } from "../workspace.sso.queries.ts";
import { CopyFacts } from "./sso-facts.tsx";

export function AddDomain() {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button onClick={() => setOpen(true)}>
				<Plus aria-hidden="true" />
				Add a domain
			</Button>
			{open ? <DomainDialog onClose={() => setOpen(false)} /> : null}
		</>
	);
}

function DomainDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const adding = useDomainAdding();
	const [domain, setDomain] = useState("");
	const [tried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (domain.trim() !== "") adding.mutate(domain, { onSuccess: onClose });
	};
	const missing = tried && domain.trim() === "" ? "Enter a domain, such as example.com." : undefined;
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Add a domain"
			description="You get a record to put into its DNS. Nothing changes for anybody until it is found there."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={adding.isPending}>
						Add
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="p-px">
				<Field
					label="Domain"
					hint="What stands after the @ in your addresses."
					error={missing ?? adding.error?.message}
				>
					{(control) => (
						<Input
							{...control}
							autoComplete="off"
							autoCapitalize="none"
							spellCheck={false}
							placeholder="example.com"
							value={domain}
							onChange={(event) => {
								setDomain(event.target.value);
								adding.reset();
							}}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}

type DomainListProps = { domains: DomainVerification[]; providers: IdentityProvider[]; open: boolean };

export function DomainList({ domains, providers, open }: DomainListProps) {
	return (
		<ul className="divide-y divide-line border-line border-t">
			{domains.map((domain) => (
				<li key={domain.domain_verification_id} className="py-4 last:pb-0">
					<Domain
						domain={domain}
						provider={providers.find((provider) => provider.domain === domain.domain)}
						open={open}
					/>
				</li>
			))}
		</ul>
	);
}

type DomainProps = { domain: DomainVerification; provider: IdentityProvider | undefined; open: boolean };

function Domain({ domain, provider, open }: DomainProps) {
	const check = useDomainCheck();
	const removal = useDomainRemoval();
	const id = domain.domain_verification_id;
	const pending = domain.status === "pending";
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Remove ${domain.domain}?`,
			description: provider
				? `Its identity provider “${provider.name}” goes with it: from then on its people sign in with passwords.`
				: "Another workspace can then show that it is its own.",
			action: "Remove",
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
						{statusWords(domain)}
					</p>
				</div>
				<div className="flex items-center gap-1">
					{pending && open ? (
						<Button size="small" busy={check.isPending} onClick={() => check.mutate(id)}>
							Check now
							<span className="sr-only"> whether {domain.domain} has the record</span>
						</Button>
					) : null}
					<IconButton label={`Remove ${domain.domain}`} size="small" onClick={() => void remove()}>
						<Trash2 aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			{pending && open ? (
				<div className="mt-3">
					<p className="mb-2 text-[13px] text-muted">
						Put this TXT record into the DNS of {domain.domain}, then check. New records can take up to an hour to be
						seen.
					</p>
					<CopyFacts
						facts={[
							{ name: "Name", value: domain.record.name },
							{ name: "Value", value: domain.record.value },
						]}
					/>
				</div>
			) : null}
			{provider && !pending ? <Demand domain={domain} provider={provider} open={open} /> : null}
		</>
	);
}

function statusWords({ status, problem, checked_at_unix, verified_at_unix }: DomainVerification): string {
	if (status === "verified" && verified_at_unix !== null) return `Verified ${ago(verified_at_unix)}.`;
	if (problem === null || checked_at_unix === null) return "Waiting for its record.";
	const found = {
		no_record: "The record is not there yet.",
		wrong_value: "There is a record with that name, but with another value.",
		no_answer: "The name servers of the domain did not answer.",
	}[problem];
	return `${found} Checked ${ago(checked_at_unix)}.`;
}

type DemandProps = { domain: DomainVerification; provider: IdentityProvider; open: boolean };

function Demand({ domain, provider, open }: DemandProps) {
	const id = useId();
	const demand = useSsoDemand();
	const tried = provider.last_used_at_unix !== null;
	const on = demand.isPending ? demand.variables.required : domain.sso_required;
	const change = async (required: boolean) => {
		const { confirmed } = required
			? await confirm({
					title: `Accept no passwords of ${domain.domain}?`,
					description: `Everybody with an address of ${domain.domain}, you too, then signs in through “${provider.name}” only. Whoever is signed in stays signed in.`,
					action: "Accept no passwords",
				})
			: { confirmed: true };
		if (confirmed) demand.mutate({ id: domain.domain_verification_id, required });
	};
	return (
		<div className="mt-3 flex items-start justify-between gap-6">
			<div className="min-w-0">
				<label htmlFor={id} className="font-medium text-[13px]">
					Only through single sign-on
				</label>
				<p id={`${id}-hint`} className="text-[13px] text-muted">
					{tried || domain.sso_required
						? `While this is on, passwords of addresses at ${domain.domain} are not accepted.`
						: "Sign in once through the identity provider first, so that nobody is locked out."}
				</p>
			</div>
			<Switch
				id={id}
				aria-describedby={`${id}-hint`}
				checked={on}
				disabled={!domain.sso_required && !(tried && open)}
				onCheckedChange={(required) => void change(required)}
			/>
		</div>
	);
}
