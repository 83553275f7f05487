import type { IdentityProvider } from "@timbre/contract/workspace.sso.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { confirm } from "../../../lib/confirm.ts";
import { ago } from "../../../lib/format.ts";
import { useProviderRemoval } from "../workspace.sso.queries.ts";
import { CopyFacts } from "./sso-facts.tsx";
import { EditProvider, NewProviderDialog } from "./sso-provider-dialog.tsx";

/** For the verified domains that have none yet. */
export function AddProvider({ domains }: { domains: string[] }) {
	const [open, setOpen] = useState(false);
	const [made, setMade] = useState<IdentityProvider | null>(null);
	return (
		<>
			{/* With its last domain the button goes, but not what stays to be said about the provider that took it. */}
			{domains.length > 0 ? (
				<Button onClick={() => setOpen(true)}>
					<Plus aria-hidden="true" />
					Add an identity provider
				</Button>
			) : null}
			{open ? (
				<NewProviderDialog
					domains={domains}
					onClose={() => setOpen(false)}
					onMade={(provider) => {
						setOpen(false);
						setMade(provider);
					}}
				/>
			) : null}
			{made ? <Entered provider={made} onClose={() => setMade(null)} /> : null}
		</>
	);
}

/** What the other side must know about us, once this side knows the other. */
function Entered({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Now the other side"
			description={`Enter this at “${provider.name}”. Then sign in once: choose Single sign-on on the sign-in page.`}
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
			className="max-w-lg"
		>
			<CopyFacts facts={ownSide(provider)} />
		</Dialog>
	);
}

function ownSide({ config, redirect_uri }: IdentityProvider) {
	return config.type === "oidc"
		? [{ name: "Redirect URI", value: redirect_uri }]
		: [
				{ name: "Assertion consumer service (ACS) URL", value: redirect_uri },
				{ name: "Entity ID (audience)", value: config.audience },
				{ name: "Metadata URL", value: config.metadata_url },
			];
}

export function ProviderList({ providers, open }: { providers: IdentityProvider[]; open: boolean }) {
	return (
		<ul className="divide-y divide-line border-line border-t">
			{providers.map((provider) => (
				<li key={provider.identity_provider_id} className="py-4 last:pb-0">
					<Provider provider={provider} open={open} />
				</li>
			))}
		</ul>
	);
}

function Provider({ provider, open }: { provider: IdentityProvider; open: boolean }) {
	const removal = useProviderRemoval();
	const [dialog, setDialog] = useState<"edit" | "side" | null>(null);
	const { name, config, domain, last_used_at_unix } = provider;
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Delete “${name}”?`,
			description: `Nobody signs in through it any more. People of ${domain} can set a password by “Forgot password?”.`,
			action: "Delete",
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
					{last_used_at_unix === null ? "Nobody has signed in through it yet." : `Last used ${ago(last_used_at_unix)}.`}
				</p>
			</div>
			<div className="flex items-center gap-1">
				<Button size="small" onClick={() => setDialog("side")}>
					Our side
					<span className="sr-only"> of {name}</span>
				</Button>
				{open ? (
					<IconButton label={`Edit ${name}`} size="small" onClick={() => setDialog("edit")}>
						<Pencil aria-hidden="true" />
					</IconButton>
				) : null}
				<IconButton label={`Delete ${name}`} size="small" onClick={() => void remove()}>
					<Trash2 aria-hidden="true" />
				</IconButton>
			</div>
			{dialog === "edit" ? <EditProvider provider={provider} onClose={() => setDialog(null)} /> : null}
			{dialog === "side" ? <Entered provider={provider} onClose={() => setDialog(null)} /> : null}
		</div>
	);
}
