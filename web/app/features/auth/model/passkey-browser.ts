// Passkeys in this browser (WebAuthn). The server sends and receives them as JSON.
import { useEffect, useState } from "react";

/** Passkeys belong to a domain name, so they don't work where the server is opened by its IP address. */
function arePasskeysSupported(): boolean {
	return (
		typeof PublicKeyCredential === "function" &&
		typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
		!/^[\d.]+$|:/.test(window.location.hostname)
	);
}

/** False until the page runs in a browser that supports passkeys. */
export function usePasskeySupport(): boolean {
	const [supported, setSupported] = useState(false);
	useEffect(() => setSupported(arePasskeysSupported()), []);
	return supported;
}

/** Whether the browser can offer passkeys while the user fills in a form. */
export async function canSuggestPasskeys(): Promise<boolean> {
	return arePasskeysSupported() && (await PublicKeyCredential.isConditionalMediationAvailable());
}

export type PasskeyJson = Record<string, unknown>;

export async function createCredential(options: PasskeyJson): Promise<PasskeyJson> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
		options as unknown as PublicKeyCredentialCreationOptionsJSON,
	);
	return toJson(await navigator.credentials.create({ publicKey }));
}

export async function getCredential(
	options: PasskeyJson,
	how: Pick<CredentialRequestOptions, "mediation" | "signal">,
): Promise<PasskeyJson> {
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
		options as unknown as PublicKeyCredentialRequestOptionsJSON,
	);
	return toJson(await navigator.credentials.get({ publicKey, ...how }));
}

function toJson(credential: Credential | null): PasskeyJson {
	if (!(credential instanceof PublicKeyCredential)) throw new DOMException("No passkey was chosen.", "NotAllowedError");
	return { ...credential.toJSON() };
}

/** A message for an error of the browser, or undefined if it comes from elsewhere. */
export function passkeyError(error: unknown): string | undefined {
	if (!(error instanceof DOMException)) return undefined;
	if (error.name === "InvalidStateError") return "This device already has a passkey for your account.";
	if (error.name === "SecurityError") return "Passkeys only work at this server's public address.";
	return "The passkey request was canceled or timed out. Try again.";
}
