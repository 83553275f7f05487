import { usageEndpoints } from "@timbre/contract/usage.ts";
import { denied } from "../../testing/denied.ts";

denied(usageEndpoints.getUser);
denied(usageEndpoints.editUser, { body: {} });
denied(usageEndpoints.getSubscription);
denied(usageEndpoints.getCharacterStats);
