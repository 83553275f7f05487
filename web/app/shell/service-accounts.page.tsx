import { ServiceAccountKeys } from "../features/developers/developers.service-keys.public.tsx";
import { ServiceAccounts } from "../features/workspace/workspace.service-accounts.public.tsx";

export const meta = () => [{ title: "Service accounts - Timbre" }];

/** The accounts are the workspace's, their keys the developers': neither area knows the other's pages, so they meet here. */
export default function ServiceAccountsPage() {
	return <ServiceAccounts keysOf={(account) => <ServiceAccountKeys account={account} />} />;
}
