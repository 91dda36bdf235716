package org.apache.commons.collections;

import java.io.Serializable;

/** A class of a package that attacks are known to use. */
public final class Gadget implements Serializable {
    private static final long serialVersionUID = 1L;
}
