import type { IdentityProvider } from "@timbre/contract/workspace/sso.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { ago } from "../../../../lib/text/format.ts";
import { useDeleteProvider } from "../security.sso.queries.ts";
import { CopyFields } from "./copy-fields.tsx";
import { EditProvider, NewProviderDialog } from "./sso-provider-dialog.tsx";

/** Adds an identity provider for a verified domain without one. */
export function AddProvider({ domains }: { domains: string[] }) {
	const [open, setOpen] = useState(false);
	const [created, setCreated] = useState<IdentityProvider | null>(null);
	return (
		<>
			{/* The button disappears with the last free domain; the setup dialog of the new provider stays. */}
			{domains.length > 0 ? (
				<Button onClick={() => setOpen(true)}>
					<Plus aria-hidden="true" />
					Add identity provider
				</Button>
			) : null}
			{open ? (
				<NewProviderDialog
					domains={domains}
					onClose={() => setOpen(false)}
					onCreated={(provider) => {
						setOpen(false);
						setCreated(provider);
					}}
				/>
			) : null}
			{created ? <ServiceProviderDialog provider={created} onClose={() => setCreated(null)} /> : null}
		</>
	);
}

/** Shows the values to enter at the identity provider. */
function ServiceProviderDialog({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Finish the setup"
			description={`Enter these values at “${provider.name}”. Then sign in once with “Continue with SSO” on the sign-in page.`}
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
			className="max-w-lg"
		>
			<CopyFields fields={serviceProviderFields(provider)} />
		</Dialog>
	);
}

function serviceProviderFields({ config, redirect_uri }: IdentityProvider) {
	return config.type === "oidc"
		? [{ name: "Redirect URI", value: redirect_uri }]
		: [
				{ name: "Assertion consumer service (ACS) URL", value: redirect_uri },
				{ name: "Entity ID (audience)", value: config.audience },
				{ name: "Metadata URL", value: config.metadata_url },
			];
}

export function ProviderList({ providers, available }: { providers: IdentityProvider[]; available: boolean }) {
	return (
		<ul className="divide-y divide-line border-line border-t">
			{providers.map((provider) => (
				<li key={provider.identity_provider_id} className="py-4 last:pb-0">
					<Provider provider={provider} available={available} />
				</li>
			))}
		</ul>
	);
}

function Provider({ provider, available }: { provider: IdentityProvider; available: boolean }) {
	const removal = useDeleteProvider();
	const [dialog, setDialog] = useState<"edit" | "setup" | null>(null);
	const { name, config, domain, last_used_at_unix } = provider;
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Delete “${name}”?`,
			description: `No one can sign in through it anymore. Users at ${domain} can set a password with “Forgot password?”.`,
			action: "Delete provider",
			lockSeconds: 3,
		});
		if (confirmed) removal.mutate(provider.identity_provider_id);
	};
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<div className="min-w-0 flex-1 basis-56">
				<h3 className="flex flex-wrap items-center gap-x-2 font-medium">
					<span className="min-w-0 break-words">{name}</span>
					<Badge>{config.type === "oidc" ? "OpenID Connect" : "SAML"}</Badge>
				</h3>
				<p className="mt-0.5 break-all text-[13px] text-muted">
					{domain}, {config.type === "oidc" ? config.issuer : config.entity_id}
				</p>
				<p className="mt-0.5 text-[13px] text-muted">
					{last_used_at_unix === null ? "Not used yet." : `Last used ${ago(last_used_at_unix)}.`}
				</p>
			</div>
			<div className="flex items-center gap-1">
				<Button size="small" onClick={() => setDialog("setup")}>
					Setup values
					<span className="sr-only"> for {name}</span>
				</Button>
				{available ? (
					<IconButton label={`Edit ${name}`} size="small" onClick={() => setDialog("edit")}>
						<Pencil aria-hidden="true" />
					</IconButton>
				) : null}
				<IconButton label={`Delete ${name}`} size="small" onClick={() => void remove()}>
					<Trash2 aria-hidden="true" />
				</IconButton>
			</div>
			{dialog === "edit" ? <EditProvider provider={provider} onClose={() => setDialog(null)} /> : null}
			{dialog === "setup" ? <ServiceProviderDialog provider={provider} onClose={() => setDialog(null)} /> : null}
		</div>
	);
}
